import {
  type CustomerTables,
  distinctRows,
  rowsMove,
} from '#server/institutions/customer-table-rules.ts';

export const dataQualityCustomerTables: CustomerTables = {
  merged_institution: distinctRows,
  // The primary key contains the merged customer, so rows of two customers never collide.
  merged_row_id: distinctRows,
  silent_feed: rowsMove,
};
