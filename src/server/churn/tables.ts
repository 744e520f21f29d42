import { type CustomerTables, distinct, setAside, staying } from '#server/institutions/customer-tables.ts';

export const churnTables: CustomerTables = {
  churn_event: setAside,
  churn_feature: staying,
  churn_prediction: staying,
  churn_retro: distinct,
  churn_verdict: distinct,
  churn_week: staying,
};
