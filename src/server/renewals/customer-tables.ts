import {
  type CustomerTables,
  movingRowsWithUniqueIdsRule,
} from '#server/institutions/customer-table-rules.ts';

export const renewalCustomerTables: CustomerTables = {
  renewal: movingRowsWithUniqueIdsRule,
  renewal_change: movingRowsWithUniqueIdsRule,
  renewal_snapshot: movingRowsWithUniqueIdsRule,
};
