import { type CustomerTables, moving, staying } from '#server/institutions/customer-tables.ts';

export const scoringTables: CustomerTables = {
  feed_week: moving,
  product_provisional: staying,
  product_provisional_next: staying,
  product_trial: staying,
  product_version: staying,
  score_provisional: staying,
  score_provisional_next: staying,
  score_trial: staying,
  score_version: staying,
  usage_daily: moving,
  usage_week: moving,
};
