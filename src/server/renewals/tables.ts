import { type CustomerTables, distinct } from '#server/institutions/customer-tables.ts';

export const renewalTables: CustomerTables = {
  renewal: distinct,
  renewal_change: distinct,
};
