import {
  type CustomerTables,
  movingRowsWithUniqueIdsRule,
} from '#server/institutions/customer-table-rules.ts';

export const ticketCustomerTables: CustomerTables = {
  crm_ticket_message: movingRowsWithUniqueIdsRule,
  ticket_change: movingRowsWithUniqueIdsRule,
};
