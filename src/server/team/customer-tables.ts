import { type CustomerTables, distinctRows } from '#server/institutions/customer-tables.ts';

export const teamCustomerTables: CustomerTables = {
  reassignment_deal: distinctRows,
  reassignment_task: distinctRows,
};
