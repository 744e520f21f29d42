import { type CustomerTables, distinct } from '#server/institutions/customer-tables.ts';

export const teamTables: CustomerTables = {
  reassignment_deal: distinct,
  reassignment_task: distinct,
};
