import { type CustomerTables, distinctRows } from '#server/institutions/customer-tables.ts';

export const slaCustomerTables: CustomerTables = {
  // The key names the customer, the ticket or the task.
  sla_pause: distinctRows,
};
