import {
  type CustomerTables,
  distinctRows,
  rowsMove,
} from '#server/institutions/customer-table-rules.ts';

export const dataQualityCustomerTables: CustomerTables = {
  merged_institution: distinctRows,
  // The key names the merged customer.
  merged_row_id: distinctRows,
  silent_feed: rowsMove,
};
