import type { MetricFamily } from './metric.ts';

export const renewalMetrics = {
  renewalStage: () => ({
    formula:
      'Not started, Contacted, Proposal and Verbal are set by people here. Signed and Lost follow the CRM: a closed renewal is lost where its stage says so or the customer has left, and signed otherwise.',
    unit: 'One of six stages',
    inputs: ['What people set', 'Open and closed deals in the CRM’s pipelines of renewals'],
    exclusions: 'Renewals more than 180 days ahead, and those closed more than 30 days ago.',
    source: 'renewal.stage, crm_deal.closed',
  }),
  renewalAmount: () => ({
    formula:
      'Due: the amount of the CRM’s deal; where it has none, or one below zero, twelve times the monthly amount of the contracts that hold today. Expected: what a person set instead.',
    unit: 'Dollars a year',
    inputs: ['CRM deals', 'Contracts', 'What people set'],
    exclusions: 'None where neither a deal nor a contract names an amount; totals count it as zero.',
    source: 'crm_deal.amount_cents, contract.monthly_cents, renewal.expected_cents',
  }),
  renewalRisk: () => ({
    formula:
      'High: in a tier of the churn prediction, or a Critical score. Medium: a Medium score. Low: a Healthy score. It disagrees with the owner’s call where the call is Will renew at high risk, or Will leave at low risk; then an admin decides, and the decision holds until the call or the risk changes.',
    unit: 'High, Medium, Low or Unknown',
    inputs: ['Churn tier', 'Health tier of the last official week', 'Owner’s call'],
    exclusions: 'Unknown where the score is unknown and no churn tier is shown.',
    source: 'systemRiskOf in src/shared/success-ops/renewals/rules.ts',
  }),
  renewalForecast: () => ({
    formula:
      'Closed when signed, Lost when lost. Otherwise by the call, or by the system’s risk where there is no call, the call is Monitor or an admin decided for the risk: Will renew or low risk is Most likely, and Commit once there is a verbal yes; Unsure, medium or unknown risk is Best case; Will leave, high risk or an open disagreement is At risk.',
    unit: 'One of six words',
    inputs: ['Stage', 'Owner’s call', 'System risk', 'Decision'],
    exclusions: 'None.',
    source: 'forecastOf in src/shared/success-ops/renewals/rules.ts',
  }),
  renewalScenario: () => ({
    formula:
      'The expected amount, or the amount due, times a weight for high, likely and low: Closed 100, 100, 100%; Commit 100, 95, 85%; Most likely 100, 90, 75%; Best case 90, 60, 30%; At risk 60, 30, 5%; Lost 0%. The weights are set by judgement and are not fitted.',
    unit: 'Dollars a year',
    inputs: ['Forecast', 'Expected amount', 'Amount due'],
    exclusions: 'Renewals without an amount count as zero.',
    source: 'scenariosOf in src/shared/success-ops/renewals/rules.ts',
  }),
} satisfies MetricFamily;
