import { type CustomerTables, distinct } from '#server/institutions/customer-tables.ts';

export const slaTables: CustomerTables = {
  // The key names the customer, the ticket or the task.
  sla_pause: distinct,
};
