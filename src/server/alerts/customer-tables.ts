import {
  type CustomerTables,
  distinctRowsRule,
  setAsideCollisionsRule,
} from '#server/institutions/customer-table-rules.ts';

export const alertCustomerTables: CustomerTables = {
  alert_baseline: setAsideCollisionsRule,
  call_firing: distinctRowsRule,
};
