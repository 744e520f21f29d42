import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { categoryPercents, lowestOpenPercent, probabilityDeductions } from './probability.ts';

export const metricExplanations = {
  renewalStage: () => ({
    formula:
      'Users set Not started, Contacted, Proposal and Verbal. With HubSpot, its deal sets Signed and Lost; without HubSpot, users record the outcome here. A closed renewal is Lost if its deal stage says so or the customer has left, otherwise Signed.',
    unit: 'One of six stages',
    inputs: ['Stages set by users', 'Open and closed deals in the CRM’s renewal pipelines'],
    exclusions:
      'Renewals that are due in more than 180 days, and renewals that were due before the current quarter and were closed more than 30 days ago.',
    source: 'renewal.stage, crm_deal.closed',
  }),
  renewalAmount: () => ({
    formula:
      'Amount due: the amount of the CRM deal. If that amount is missing or negative, it is twelve times the monthly amount of the current contracts.',
    unit: 'Dollars per year',
    inputs: ['CRM deals', 'Contracts'],
    exclusions:
      'No value if neither the deal nor a contract has an amount. Totals count such a renewal as $0.',
    source: 'crm_deal.amount_cents, contract.monthly_cents',
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
  renewalExpected: () => ({
    formula: `Amount due × probability, or the amount that a user set with a reason. The probability starts at the forecast’s: Closed ${categoryPercents.Closed}%, Commit ${categoryPercents.Commit}%, Most likely ${categoryPercents['Most likely']}%, Best case ${categoryPercents['Best case']}%, At risk ${categoryPercents['At risk']}%, Lost ${categoryPercents.Lost}%. A churn tier takes ${probabilityDeductions.churnTier} points off, otherwise a Critical score ${probabilityDeductions.critical} and a Medium score ${probabilityDeductions.medium}, unless the risk already determined the forecast. A notice with a current save attempt takes ${probabilityDeductions.notice} points off. An open renewal that is not Lost keeps at least ${lowestOpenPercent}%. The percentages are estimates, not fitted to data.`,
    unit: 'Dollars per year',
    inputs: ['Amount due', 'Forecast', 'Churn tier', 'Health tier', 'Notice and save attempt'],
    exclusions: 'No value without an amount. Totals count such a renewal as $0.',
    source: 'computeRenewalProbability in src/shared/renewals/probability.ts',
  }),
  renewalQuarter: () => ({
    formula:
      'Renewals by the calendar quarter of their date. Commit: amount due of signed renewals and Commit. Most likely: Commit and Most likely. Best case: also Best case. Expected: sum of the expected amounts. Change: expected amounts now minus expected amounts in the snapshot, which is taken every Sunday. The newest snapshot that is at least a week old is used. Each renewal’s change has one reason: new, signed, lost, slipped to a later quarter, pulled in to an earlier one, forecast category, amount or probability.',
    unit: 'Dollars per year',
    inputs: ['Filtered renewals', 'Weekly snapshots'],
    exclusions:
      'Renewals that were due before the current quarter and were closed more than 30 days ago. Without a snapshot, no change is shown.',
    source: 'computeQuarterForecasts in src/shared/renewals/quarter-forecasts.ts',
  }),
  renewalScenario: () => ({
    formula:
      'Expected: the sum of the expected amounts. High and Low: the amount due multiplied by a weight. Closed: 100 and 100%. Commit: 100 and 85%. Most likely: 100 and 75%. Best case: 90 and 30%. At risk: 60 and 5%. Lost: 0%. High is at least, and Low at most, the expected amount. The weights are estimates, not fitted to data.',
    unit: 'Dollars per year',
    inputs: ['Filtered renewals', 'Forecast', 'Amount due', 'Expected amount'],
    exclusions: 'Renewals without an amount count as $0.',
    source: 'computeForecastTotals in src/shared/renewals/rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
