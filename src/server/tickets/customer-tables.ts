import {
  type CustomerTables,
  distinctRowsRule,
} from '#server/institutions/customer-table-rules.ts';

export const ticketCustomerTables: CustomerTables = {
  crm_ticket_message: distinctRowsRule,
  ticket_change: distinctRowsRule,
};
