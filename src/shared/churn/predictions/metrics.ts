import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { trialHorizonDays } from '#shared/scoring/constants.ts';

const days = trialHorizonDays;
const unseen = 'Weeks that were not part of the model’s training';
const immature = `Sundays less than ${days} days ago, because their outcome is not known yet.`;

export const metrics = {
  churnDriver: () => ({
    formula: `Factor by which the odds of a notice within ${days} days change when the figure rises by one standard deviation (or is unknown) and all other figures stay the same. It is e raised to the figure’s weight in a regularized logistic regression. For the 95% interval, nine Sundays of one customer count as one observation.`,
    unit: 'Odds ratio; 1 is no effect',
    inputs: ['Features of each customer on past Sundays', 'Notices'],
    exclusions: immature,
    source: 'churn_feature.day, churn_event.noticed_on',
  }),
  churnTier: () => ({
    formula:
      'IMMEDIATE: under 30 days left. HIGH: from 30 to under 45 days. MEDIUM: from 45 to 60 days. Each tier also requires at least three warning patterns.',
    unit: 'Tier',
    inputs: ['Days left', 'Warning patterns'],
    exclusions:
      'Customers that gave notice. No tiers are shown while the predictions are older than 48 hours or the model does not beat the baseline rule.',
    source: 'churn_prediction.tier',
  }),
  churnDaysLeft: () => ({
    formula:
      'Days until the chance of a notice reaches the alert level. The range is computed from the limits of the chance. The alert level is the chance that 4% of the customers exceeded in the evaluated weeks.',
    unit: 'Days',
    inputs: ['Chance of a notice within 30, 45 and 60 days', 'Alert level'],
    exclusions: 'Customers whose chance does not reach the level within 60 days.',
    source: 'churn_prediction.days_left',
  }),
  churnChance: () => ({
    formula:
      'How often customers with similar features gave notice within the period, estimated by a model that is trained on past weeks and calibrated with their outcomes. The range is a 95% confidence interval.',
    unit: 'Percent',
    inputs: [
      'Scores, usage and tickets before the prediction day',
      'Notices before the prediction day',
    ],
    exclusions: 'Customers without a score. Tickets we opened for a campaign.',
    source: 'churn_prediction.chance60',
  }),
  churnPatterns: () => ({
    formula:
      'Warning signs that preceded past losses, each detected by a fixed rule. The monitoring page shows how often each one was followed by a notice.',
    unit: 'Patterns',
    inputs: ['Scores, usage and tickets before the prediction day'],
    exclusions: 'Muted patterns.',
    source: 'churn_prediction.patterns',
  }),
  churnFlagged: () => ({
    formula: `Share of flags followed by a notice within ${days} days. A flag is a customer entering a tier on a Sunday; it counts again after four weeks without a tier. The 95% interval is Wilson’s.`,
    unit: 'Percent of the flags',
    inputs: ['Tiers on past Sundays', 'Notices'],
    exclusions: immature,
    source: 'churn_prediction, churn_event.noticed_on',
  }),
  churnCaught: () => ({
    formula: `Share of lost customers that were in a tier between ${days} days and a week before the notice.`,
    unit: 'Percent of the losses',
    inputs: ['Notices', 'Tiers on past Sundays'],
    exclusions: 'Losses before the first predicted weeks.',
    source: 'churn_event.noticed_on, churn_prediction',
  }),
  churnOutcomes: () => ({
    formula: `Each customer counts once. A lost customer counts as flagged if it was in a tier between ${days} days and a week before the notice. A customer that stayed counts as flagged if it was in a tier on any evaluated Sunday.`,
    unit: 'Customers',
    inputs: ['Tiers on past Sundays', 'Notices'],
    exclusions: `Customers that gave notice within the first ${days} evaluated days, or that went live after them.`,
    source: 'churn_prediction.tier, churn_event.noticed_on',
  }),
  churnRevenueCaught: () => ({
    formula: `Monthly revenue of losses flagged in time, divided by the monthly revenue of all losses. The revenue of a loss is the amount in its record, otherwise the amount of the contracts on the day of the notice.`,
    unit: 'Percent of monthly revenue',
    inputs: ['Notices', 'Contracts', 'Tiers on past Sundays'],
    exclusions: 'Losses without a known revenue, and losses before the first predicted weeks.',
    source: 'churn_event.monthly_cents, contract.monthly_cents, churn_prediction',
  }),
  churnCapacity: () => ({
    formula: `Share of customers who give notice within ${days} days among the highest-risk customers the team has capacity to contact each week.`,
    unit: 'Percent of the customers',
    inputs: ['Chances on past Sundays', 'Notices'],
    exclusions: immature,
    source: 'churn_prediction.chance60',
  }),
  churnRanking: () => ({
    formula:
      'Share of pairs of a customer that left and a customer that stayed in which the customer that left had the higher chance. 0.5 is no better than random, 1 is perfect.',
    unit: '0 to 1',
    inputs: [unseen],
    exclusions: immature,
    source: 'churn_model',
  }),
  churnAveragePrecision: () => ({
    formula:
      'Mean of the precision at each customer that left, from the highest chance down. Random ranking gives the base rate.',
    unit: '0 to 1',
    inputs: [unseen],
    exclusions: immature,
    source: 'churn_model',
  }),
  churnBrier: () => ({
    formula: 'Mean squared difference between the chance and the outcome, which is 1 or 0.',
    unit: '0 to 1, lower is better',
    inputs: [unseen],
    exclusions: immature,
    source: 'churn_model',
  }),
  churnCalibration: () => ({
    formula:
      'Difference between the mean chance and the share that left, averaged over ten bins of chances and weighted by their size.',
    unit: '0 to 1, lower is better',
    inputs: [unseen],
    exclusions: immature,
    source: 'churn_model',
  }),
  churnLift: () => ({
    formula:
      'The share that left among the 10% of customers with the highest chances, divided by the share among all customers.',
    unit: 'Times',
    inputs: [unseen],
    exclusions: immature,
    source: 'churn_model',
  }),
  churnLeadTime: () => ({
    formula: 'Days from entering a tier to the notice, for flagged customers that left.',
    unit: 'Days',
    inputs: ['Tiers on past Sundays', 'Notices'],
    exclusions: immature,
    source: 'churn_prediction, churn_event.noticed_on',
  }),
  churnFlips: () => ({
    formula: 'Share of tier entries that ended within three weeks without a notice.',
    unit: 'Percent',
    inputs: ['Tiers on past Sundays'],
    exclusions: 'None.',
    source: 'churn_prediction.tier',
  }),
  churnVerdicts: () => ({
    formula: `The latest verdict on each predicted customer. Rejected predictions followed by a notice within ${days} days are also counted.`,
    unit: 'Customers',
    inputs: ['Verdicts, with their reasons'],
    exclusions: 'Withdrawn verdicts.',
    source: 'churn_verdict',
  }),
  churnStep: () => ({
    formula:
      'Numbers of rows that the step read, wrote, and left out as unusable, such as customers without a score. The typical number is the median of the seven previous runs. Check a number that differs from it by more than 30%.',
    unit: 'Rows',
    inputs: ['Scores, usage, connections, tickets, deals and losses at the start of the day'],
    exclusions: 'None.',
    source: 'churn_run',
  }),
  churnDrift: () => ({
    formula:
      'Population stability index of each feature compared with the weeks of the model’s training: Σ (now − then) · ln(now ÷ then) over ten bins. Under 0.1 is stable, above 0.25 a major change.',
    unit: 'Index',
    inputs: ['Features of the day', 'Features of the training weeks'],
    exclusions: 'Before the first model.',
    source: 'churn_run',
  }),
} satisfies Partial<MetricDefinitions>;
