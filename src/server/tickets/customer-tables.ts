import { type CustomerTables, distinctRows } from '#server/institutions/customer-tables.ts';

export const ticketCustomerTables: CustomerTables = {
  crm_ticket_message: distinctRows,
  ticket_change: distinctRows,
};
