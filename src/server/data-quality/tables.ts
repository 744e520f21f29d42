import { type CustomerTables, distinct, moving } from '#server/institutions/customer-tables.ts';

export const dataQualityTables: CustomerTables = {
  merged_institution: distinct,
  // The key names the merged customer.
  merged_row_id: distinct,
  silent_feed: moving,
};
