import {
  type CustomerTables,
  movingRowsWithUniqueIdsRule,
  setAsideCollisionsRule,
} from '#server/institutions/customer-table-rules.ts';

export const alertCustomerTables: CustomerTables = {
  alert_baseline: setAsideCollisionsRule,
  call_firing: movingRowsWithUniqueIdsRule,
};
