import { type CustomerTables, distinctRows } from '#server/institutions/customer-table-rules.ts';

export const insightCustomerTables: CustomerTables = {
  insight_link: distinctRows,
};
