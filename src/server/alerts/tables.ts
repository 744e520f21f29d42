import { type CustomerTables, distinct, setAside } from '#server/institutions/customer-tables.ts';

export const alertTables: CustomerTables = {
  alert_baseline: setAside,
  call_firing: distinct,
};
