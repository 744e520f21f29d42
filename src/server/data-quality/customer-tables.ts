import {
  type CustomerTables,
  distinctRowsRule,
  movingRowsRule,
} from '#server/institutions/customer-table-rules.ts';

export const dataQualityCustomerTables: CustomerTables = {
  merged_institution: distinctRowsRule,
  // The primary key contains the merged customer, so rows of two customers never collide.
  merged_row_id: distinctRowsRule,
  silent_feed: movingRowsRule,
};
