import {
  type CustomerTables,
  collisionsSetAside,
  distinctRows,
} from '#server/institutions/customer-table-rules.ts';

export const alertCustomerTables: CustomerTables = {
  alert_baseline: collisionsSetAside,
  call_firing: distinctRows,
};
