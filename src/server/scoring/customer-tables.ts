import {
  type CustomerTables,
  rowsMove,
  rowsStay,
} from '#server/institutions/customer-table-rules.ts';

export const scoringCustomerTables: CustomerTables = {
  feed_week: rowsMove,
  product_provisional: rowsStay,
  product_provisional_next: rowsStay,
  product_trial: rowsStay,
  product_version: rowsStay,
  score_provisional: rowsStay,
  score_provisional_next: rowsStay,
  score_trial: rowsStay,
  score_version: rowsStay,
  usage_daily: rowsMove,
  usage_week: rowsMove,
};
