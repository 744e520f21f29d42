import {
  type CustomerTables,
  distinctRowsRule,
} from '#server/institutions/customer-table-rules.ts';

export const insightCustomerTables: CustomerTables = {
  insight_link: distinctRowsRule,
};
