import {
  type CustomerTables,
  distinctRowsRule,
  setAsideCollisionsRule,
  stayingRowsRule,
} from '#server/institutions/customer-table-rules.ts';

export const churnCustomerTables: CustomerTables = {
  churn_event: setAsideCollisionsRule,
  churn_feature: stayingRowsRule,
  churn_prediction: stayingRowsRule,
  churn_retro: distinctRowsRule,
  churn_verdict: distinctRowsRule,
  churn_week: stayingRowsRule,
};
