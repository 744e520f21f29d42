import { type CustomerTables, distinctRows } from '#server/institutions/customer-tables.ts';

export const renewalCustomerTables: CustomerTables = {
  renewal: distinctRows,
  renewal_change: distinctRows,
};
