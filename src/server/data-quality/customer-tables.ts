import {
  type CustomerTables,
  distinctRowsRule,
  movingRowsRule,
} from '#server/institutions/customer-table-rules.ts';

export const dataQualityCustomerTables: CustomerTables = {
  merged_institution: distinctRowsRule,
  // Rows of two customers never collide, because the primary key contains the id of the merged
  // customer.
  merged_row_id: distinctRowsRule,
  silent_feed: movingRowsRule,
};
