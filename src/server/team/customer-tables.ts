import {
  type CustomerTables,
  movingRowsWithUniqueIdsRule,
} from '#server/institutions/customer-table-rules.ts';

export const teamCustomerTables: CustomerTables = {
  reassignment_deal: movingRowsWithUniqueIdsRule,
  reassignment_task: movingRowsWithUniqueIdsRule,
};
