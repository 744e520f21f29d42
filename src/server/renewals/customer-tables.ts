import { type CustomerTables, distinctRows } from '#server/institutions/customer-table-rules.ts';

export const renewalCustomerTables: CustomerTables = {
  renewal: distinctRows,
  renewal_change: distinctRows,
};
