import {
  type CustomerTables,
  movingRowsWithUniqueIdsRule,
  setAsideCollisionsRule,
  stayingRowsRule,
} from '#server/institutions/customer-table-rules.ts';

export const churnCustomerTables: CustomerTables = {
  churn_event: setAsideCollisionsRule,
  churn_feature: stayingRowsRule,
  churn_prediction: stayingRowsRule,
  churn_retro: movingRowsWithUniqueIdsRule,
  churn_verdict: movingRowsWithUniqueIdsRule,
  churn_week: stayingRowsRule,
};
