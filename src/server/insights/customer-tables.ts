import {
  type CustomerTables,
  movingRowsWithUniqueIdsRule,
} from '#server/institutions/customer-table-rules.ts';

export const insightCustomerTables: CustomerTables = {
  insight_link: movingRowsWithUniqueIdsRule,
};
