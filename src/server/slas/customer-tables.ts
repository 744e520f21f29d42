import { type CustomerTables, distinctRows } from '#server/institutions/customer-table-rules.ts';

export const slaCustomerTables: CustomerTables = {
  // The key of a clock contains the id of a customer, ticket or task.
  sla_pause: distinctRows,
};
