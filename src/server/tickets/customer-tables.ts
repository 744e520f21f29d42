import { type CustomerTables, distinctRows } from '#server/institutions/customer-table-rules.ts';

export const ticketCustomerTables: CustomerTables = {
  crm_ticket_message: distinctRows,
  ticket_change: distinctRows,
};
