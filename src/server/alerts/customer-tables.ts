import {
  type CustomerTables,
  collisionsSetAside,
  distinctRows,
} from '#server/institutions/customer-tables.ts';

export const alertCustomerTables: CustomerTables = {
  alert_baseline: collisionsSetAside,
  call_firing: distinctRows,
};
