import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { lossConfirmationDays } from '#shared/scoring/constants.ts';

const days = lossConfirmationDays;
const unseen = 'Weeks that were not part of the model’s training';
const immature = `Sundays less than ${days} days ago, because it is not known yet which customers will leave.`;

export const metricExplanations = {
  churnDriver: () => ({
    formula: `Factor by which the odds of a notice within ${days} days change when one feature rises by one standard deviation (or is unknown) and all other features stay the same. The factor is e raised to the feature’s weight in a regularized logistic regression. For the 95% interval, nine Sundays of one customer count as one observation.`,
    unit: 'Odds ratio; 1 is no effect',
    inputs: ['Features of each customer on past Sundays', 'Notices'],
    exclusions: immature,
    source: 'churn_feature.day, churn_event.noticed_on',
  }),
  churnTier: () => ({
    formula:
      'IMMEDIATE: under 30 days remaining. HIGH: from 30 to under 45 days. MEDIUM: from 45 to 60 days. Each tier also requires at least three warning patterns.',
    unit: 'Tier',
    inputs: ['Days remaining', 'Warning patterns'],
    exclusions:
      'Customers that gave notice. No tiers are shown while the predictions are older than 48 hours or the model does not beat the baseline rule.',
    source: 'churn_prediction.tier',
  }),
  churnDaysLeft: () => ({
    formula:
      'Days until the customer’s chance of a notice reaches the alert level. The alert level is set so that, in the evaluated weeks, 4% of the customers were above it. The range of days comes from the 95% confidence interval of the chance.',
    unit: 'Days',
    inputs: ['Chance of a notice within 30, 45 and 60 days', 'Alert level'],
    exclusions: 'Customers whose chance of a notice does not reach the alert level within 60 days.',
    source: 'churn_prediction.days_left',
  }),
  churnChance: () => ({
    formula:
      'Share of customers with similar features that gave notice within the period. A model estimates the share; it is trained on past weeks and calibrated with their outcomes. The range is a 95% confidence interval.',
    unit: 'Percent',
    inputs: [
      'Scores, usage and tickets before the prediction day',
      'Notices before the prediction day',
    ],
    exclusions:
      'Customers without a score are left out. Tickets that we opened for a campaign are left out too.',
    source: 'churn_prediction.chance60',
  }),
  churnPatterns: () => ({
    formula:
      'Warning signs that preceded past losses. A fixed rule detects each pattern. The monitoring page shows how often a notice followed each pattern.',
    unit: 'Patterns',
    inputs: ['Scores, usage and tickets before the prediction day'],
    exclusions: 'Muted patterns.',
    source: 'churn_prediction.patterns',
  }),
  churnFlagged: () => ({
    formula: `Share of flags followed by a notice within ${days} days. A customer is flagged when it enters a churn tier on a Sunday. After four weeks without a churn tier, it can be flagged again. The 95% interval is a Wilson interval.`,
    unit: 'Percent of the flags',
    inputs: ['Tiers on past Sundays', 'Notices'],
    exclusions: immature,
    source: 'churn_prediction, churn_event.noticed_on',
  }),
  churnCaught: () => ({
    formula: `Share of lost customers that had a churn tier at some time between ${days} days and one week before their notice.`,
    unit: 'Percent of the losses',
    inputs: ['Notices', 'Tiers on past Sundays'],
    exclusions: 'Losses before the first week with predictions.',
    source: 'churn_event.noticed_on, churn_prediction',
  }),
  churnOutcomes: () => ({
    formula: `Number of customers by flag and outcome. A lost customer counts as flagged if it had a churn tier between ${days} days and one week before its notice. A customer that stayed counts as flagged if it had a churn tier on any evaluated Sunday.`,
    unit: 'Customers',
    inputs: ['Tiers on past Sundays', 'Notices'],
    exclusions: `Customers that gave notice in the first ${days} days of the evaluated period, and customers that went live after the period.`,
    source: 'churn_prediction.tier, churn_event.noticed_on',
  }),
  churnRevenueCaught: () => ({
    formula: `Monthly revenue of losses flagged in time, divided by the monthly revenue of all losses. The revenue of a loss is the amount in its record. Without an amount, it is the contract revenue on the day of the notice.`,
    unit: 'Percent of monthly revenue',
    inputs: ['Notices', 'Contracts', 'Tiers on past Sundays'],
    exclusions:
      'Losses without a known revenue, and losses before the first week with predictions.',
    source: 'churn_event.monthly_cents, contract.monthly_cents, churn_prediction',
  }),
  churnCapacity: () => ({
    formula: `Share of customers that gave notice within ${days} days, among the highest-risk customers that the team can contact in a week.`,
    unit: 'Percent of the customers',
    inputs: ['Predicted chances on past Sundays', 'Notices'],
    exclusions: immature,
    source: 'churn_prediction.chance60',
  }),
  churnRanking: () => ({
    formula:
      'Compares each customer that left with each customer that stayed. The figure is the share of these pairs in which the customer that left had the higher chance. 0.5 is no better than random; 1 is perfect.',
    unit: '0 to 1',
    inputs: [unseen],
    exclusions: immature,
    source: 'churn_model',
  }),
  churnAveragePrecision: () => ({
    formula:
      'Ranks customers from the highest chance down and computes the precision at each customer that left. The figure is the mean of these precisions. For a random ranking, the figure would be about equal to the share of customers that left.',
    unit: '0 to 1',
    inputs: [unseen],
    exclusions: immature,
    source: 'churn_model',
  }),
  churnBrier: () => ({
    formula:
      'Mean squared difference between the predicted chance and the outcome. The outcome is 1 for a customer that left and 0 for a customer that stayed.',
    unit: '0 to 1, lower is better',
    inputs: [unseen],
    exclusions: immature,
    source: 'churn_model',
  }),
  churnCalibration: () => ({
    formula:
      'Difference between the mean predicted chance and the share that left. The difference is averaged over ten bins of chances, weighted by the number of customers in a bin.',
    unit: '0 to 1, lower is better',
    inputs: [unseen],
    exclusions: immature,
    source: 'churn_model',
  }),
  churnLift: () => ({
    formula:
      'Share that left among the 10% of customers with the highest chances, divided by the share that left among all customers.',
    unit: 'Times',
    inputs: [unseen],
    exclusions: immature,
    source: 'churn_model',
  }),
  churnLeadTime: () => ({
    formula: 'Days from entering a churn tier to the notice, for flagged customers that left.',
    unit: 'Days',
    inputs: ['Tiers on past Sundays', 'Notices'],
    exclusions: immature,
    source: 'churn_prediction, churn_event.noticed_on',
  }),
  churnFlips: () => ({
    formula: 'Share of churn tiers that ended within three weeks without a notice.',
    unit: 'Percent',
    inputs: ['Tiers on past Sundays'],
    exclusions: 'None.',
    source: 'churn_prediction.tier',
  }),
  churnVerdicts: () => ({
    formula: `Number of predicted customers by their latest verdict. Rejected predictions followed by a notice within ${days} days are counted separately.`,
    unit: 'Customers',
    inputs: ['Verdicts, with their reasons'],
    exclusions: 'Withdrawn verdicts.',
    source: 'churn_verdict',
  }),
  churnStep: () => ({
    formula:
      'Number of rows that the step read, wrote and left out as unusable. Customers without a score are an example of unusable rows. The typical number is the median of the seven previous runs. Check a number that differs from the typical number by more than 30%.',
    unit: 'Rows',
    inputs: ['Scores, usage, connections, tickets, deals and losses at the start of the day'],
    exclusions: 'None.',
    source: 'churn_run',
  }),
  churnDrift: () => ({
    formula:
      'Population stability index (PSI) of each feature, compared with the weeks of the model’s training: Σ (now − then) · ln(now ÷ then) over ten bins. Below 0.1 is stable; above 0.25 is a major change.',
    unit: 'Index',
    inputs: ['Features of the day', 'Features of the training weeks'],
    exclusions: 'No value before the first model is trained.',
    source: 'churn_run',
  }),
} satisfies Partial<MetricDefinitions>;
