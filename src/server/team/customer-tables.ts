import { type CustomerTables, distinctRows } from '#server/institutions/customer-table-rules.ts';

export const teamCustomerTables: CustomerTables = {
  reassignment_deal: distinctRows,
  reassignment_task: distinctRows,
};
