import {
  type CustomerTables,
  collisionsSetAside,
  distinctRows,
  rowsStay,
} from '#server/institutions/customer-table-rules.ts';

export const churnCustomerTables: CustomerTables = {
  churn_event: collisionsSetAside,
  churn_feature: rowsStay,
  churn_prediction: rowsStay,
  churn_retro: distinctRows,
  churn_verdict: distinctRows,
  churn_week: rowsStay,
};
