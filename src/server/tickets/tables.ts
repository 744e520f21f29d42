import { type CustomerTables, distinct } from '#server/institutions/customer-tables.ts';

export const ticketTables: CustomerTables = {
  crm_ticket_message: distinct,
  ticket_change: distinct,
};
