import {
  type CustomerTables,
  movingRowsWithUniqueIdsRule,
} from '#server/institutions/customer-table-rules.ts';

export const slaCustomerTables: CustomerTables = {
  // The key of an SLA clock contains the id of a customer, ticket or task, so rows of two customers
  // never collide.
  sla_pause: movingRowsWithUniqueIdsRule,
};
