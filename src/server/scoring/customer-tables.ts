import {
  type CustomerTables,
  movingRowsRule,
  stayingRowsRule,
} from '#server/institutions/customer-table-rules.ts';

export const scoringCustomerTables: CustomerTables = {
  feed_week: movingRowsRule,
  product_provisional: stayingRowsRule,
  product_provisional_next: stayingRowsRule,
  product_trial: stayingRowsRule,
  product_version: stayingRowsRule,
  score_provisional: stayingRowsRule,
  score_provisional_next: stayingRowsRule,
  score_trial: stayingRowsRule,
  score_version: stayingRowsRule,
  usage_daily: movingRowsRule,
  usage_week: movingRowsRule,
};
