import {
  type CustomerTables,
  distinctRowsRule,
} from '#server/institutions/customer-table-rules.ts';

export const teamCustomerTables: CustomerTables = {
  reassignment_deal: distinctRowsRule,
  reassignment_task: distinctRowsRule,
};
