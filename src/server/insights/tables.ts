import { type CustomerTables, distinct } from '#server/institutions/customer-tables.ts';

export const insightTables: CustomerTables = {
  insight_link: distinct,
};
