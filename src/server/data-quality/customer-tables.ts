import {
  type CustomerTables,
  movingRowsRule,
  movingRowsWithUniqueIdsRule,
} from '#server/institutions/customer-table-rules.ts';

export const dataQualityCustomerTables: CustomerTables = {
  merged_institution: movingRowsWithUniqueIdsRule,
  // Rows of two customers never collide, because the primary key contains the id of the merged
  // customer.
  merged_row_id: movingRowsWithUniqueIdsRule,
  silent_feed: movingRowsRule,
};
