import type { MetricDefinitions } from '#shared/metrics/metric.ts';

export const metrics = {
  renewalStage: () => ({
    formula:
      'Users set Not started, Contacted, Proposal and Verbal. Signed and Lost follow the CRM: a closed renewal is lost if its stage says so or the customer has left, and signed otherwise.',
    unit: 'One of six stages',
    inputs: ['Stages set by users', 'Open and closed deals in the CRM’s renewal pipelines'],
    exclusions: 'Renewals more than 180 days ahead, or closed more than 30 days ago.',
    source: 'renewal.stage, crm_deal.closed',
  }),
  renewalAmount: () => ({
    formula:
      'Due: the amount of the CRM deal, or, if it is missing or negative, twelve times the monthly amount of current contracts. Expected: the amount a user entered instead.',
    unit: 'Dollars per year',
    inputs: ['CRM deals', 'Contracts', 'Amounts entered by users'],
    exclusions: 'No value if neither the deal nor a contract has an amount; totals count it as 0.',
    source: 'crm_deal.amount_cents, contract.monthly_cents, renewal.expected_cents',
  }),
  renewalRisk: () => ({
    formula:
      'High: in a tier of the churn prediction, or a Critical score. Medium: a Medium score. Low: a Healthy score. The risk contradicts the owner’s forecast when the forecast is Will renew and the risk is high, or the forecast is Will leave and the risk is low. An admin then decides, and the decision holds until the owner’s forecast or the risk changes.',
    unit: 'High, Medium, Low or Unknown',
    inputs: ['Churn tier', 'Health tier of the last official week', 'Owner’s forecast'],
    exclusions: 'Unknown if the score is unknown and no churn tier is shown.',
    source: 'systemRiskOf in src/shared/renewals/rules.ts',
  }),
  renewalForecast: () => ({
    formula:
      'Closed when signed, Lost when lost. Otherwise it follows the owner’s forecast, or the system’s risk if there is no forecast, the forecast is Monitor, or an admin decided for the risk. Most likely: Will renew or low risk; Commit after a verbal yes. Best case: Unsure, or medium or unknown risk. At risk: Will leave, high risk, or a contradiction without a decision.',
    unit: 'One of six categories',
    inputs: ['Stage', 'Owner’s forecast', 'Predicted risk', 'Decision'],
    exclusions: 'None.',
    source: 'forecastOf in src/shared/renewals/rules.ts',
  }),
  renewalScenario: () => ({
    formula:
      'The expected amount, or the amount due, times a weight for the high, likely and low scenario: Closed 100, 100, 100%; Commit 100, 95, 85%; Most likely 100, 90, 75%; Best case 90, 60, 30%; At risk 60, 30, 5%; Lost 0%. The weights are estimates, not fitted to data.',
    unit: 'Dollars per year',
    inputs: ['Forecast', 'Expected amount', 'Amount due'],
    exclusions: 'Renewals without an amount count as 0.',
    source: 'scenariosOf in src/shared/renewals/rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
