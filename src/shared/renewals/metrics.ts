import type { MetricDefinitions } from '#shared/metrics/metric.ts';

export const metricExplanations = {
  renewalStage: () => ({
    formula:
      'Users set Not started, Contacted, Proposal and Verbal. The CRM sets Signed and Lost when it closes the renewal: Lost if its CRM stage says so or the customer has left, otherwise Signed.',
    unit: 'One of six stages',
    inputs: ['Stages set by users', 'Open and closed deals in the CRM’s renewal pipelines'],
    exclusions:
      'Renewals that are due in more than 180 days, or were closed more than 30 days ago.',
    source: 'renewal.stage, crm_deal.closed',
  }),
  renewalAmount: () => ({
    formula:
      'Amount due: the amount of the CRM deal. If that amount is missing or negative, it is twelve times the monthly amount of the current contracts. Expected amount: the amount that a user entered instead.',
    unit: 'Dollars per year',
    inputs: ['CRM deals', 'Contracts', 'Amounts entered by users'],
    exclusions:
      'No value if neither the deal nor a contract has an amount. Totals count such a renewal as $0.',
    source: 'crm_deal.amount_cents, contract.monthly_cents, renewal.expected_cents',
  }),
  renewalRisk: () => ({
    formula:
      'High: the customer has a churn tier or a Critical score. Medium: a Medium score. Low: a Healthy score. A forecast of Will renew contradicts high risk, and Will leave contradicts low risk. After such a contradiction, an admin decides whether the forecast or the risk applies. The decision holds until the forecast or the risk changes.',
    unit: 'High, Medium, Low or Unknown',
    inputs: ['Churn tier', 'Health tier of the last official week', 'Owner’s forecast'],
    exclusions: 'Unknown if the score is unknown and the customer has no churn tier.',
    source: 'computePredictedRisk in src/shared/renewals/rules.ts',
  }),
  renewalForecast: () => ({
    formula:
      'Closed: the renewal is signed. Lost: the renewal is lost, or the customer has given notice and no user currently tries to keep it. The category of any other open renewal comes from the owner’s forecast. It comes from the predicted risk if the owner has no forecast, chose Monitor, or was overruled by an admin’s decision to use the risk. From the forecast: Will renew gives Most likely, Unsure gives Best case, Will leave gives At risk. From the risk: Low gives Most likely, Medium or Unknown gives Best case, High gives At risk. After a verbal yes, Most likely becomes Commit. While the forecast and the risk contradict each other without a decision, the category is At risk.',
    unit: 'One of six categories',
    inputs: ['Stage', 'Notice and save attempt', 'Owner’s forecast', 'Predicted risk', 'Decision'],
    exclusions: 'None.',
    source: 'resolveForecastCategory in src/shared/renewals/rules.ts',
  }),
  renewalScenario: () => ({
    formula:
      'The expected amount (otherwise the amount due) multiplied by a weight for the high, likely and low scenario. Closed: 100, 100, 100%. Commit: 100, 95, 85%. Most likely: 100, 90, 75%. Best case: 90, 60, 30%. At risk: 60, 30, 5%. Lost: 0%. The weights are estimates, not fitted to data.',
    unit: 'Dollars per year',
    inputs: ['Forecast', 'Expected amount', 'Amount due'],
    exclusions: 'Renewals without an amount count as $0.',
    source: 'computeForecastTotals in src/shared/renewals/rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
