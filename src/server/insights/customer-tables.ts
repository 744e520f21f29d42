import { type CustomerTables, distinctRows } from '#server/institutions/customer-tables.ts';

export const insightCustomerTables: CustomerTables = {
  insight_link: distinctRows,
};
