import { trialHorizonDays } from './constants.ts';
import type { MetricFamily } from './metric.ts';

const days = trialHorizonDays;
const unseen = 'Weeks that the model had not seen when it was trained';
const immature = `Sundays less than ${days} days ago: what becomes of them is not known yet.`;

export const churnMetrics = {
  churnDriver: () => ({
    formula: `How the odds of a notice within ${days} days change for one standard deviation more, or where a figure is not known, all other figures being alike: e to the weight of a regularised logistic regression. Nine Sundays of one customer count as one in the interval of 95%.`,
    unit: 'Odds ratio; 1 is no effect',
    inputs: ['What was known of each customer on past Sundays', 'Notices'],
    exclusions: immature,
    source: 'churn_feature.day, churn_event.noticed_on',
  }),
  churnTier: () => ({
    formula: 'IMMEDIATE under 30 days left, HIGH from 30 and under 45, MEDIUM from 45 to 60, and three patterns or more.',
    unit: 'Tier',
    inputs: ['Days left', 'Warning patterns'],
    exclusions: 'Customers that gave notice; everybody while the model does not beat the rule or the predictions are older than 48 hours.',
    source: 'churn_prediction.tier',
  }),
  churnDaysLeft: () => ({
    formula:
      'Days until the chance of a notice reaches the level at which alerts begin; the range follows from the band of the chance. The level is the chance above which 4% of the customers stand in the weeks looked back on.',
    unit: 'Days',
    inputs: ['Chance of a notice within 30, 45 and 60 days', 'Level of an alert'],
    exclusions: 'Customers whose chance does not reach the level within 60 days.',
    source: 'churn_prediction.days_left',
  }),
  churnChance: () => ({
    formula:
      'How often customers with such features gave notice within so many days, by a model trained on past weeks and calibrated by how often its predictions came true. The band is where such a chance lies with 95% certainty.',
    unit: 'Percent',
    inputs: ['What was known before the day: scores, usage, tickets', 'Notices up to then'],
    exclusions: 'Customers without a score. Of the tickets, those that we opened for a campaign.',
    source: 'churn_prediction.chance60',
  }),
  churnPatterns: () => ({
    formula: 'Signs that came before past losses, each found by a fixed rule. How often each came true is on the monitoring page.',
    unit: 'Patterns',
    inputs: ['What was known before the day'],
    exclusions: 'Muted patterns.',
    source: 'churn_prediction.patterns',
  }),
  churnFlagged: () => ({
    formula: `Of the times that a customer came into a tier on a Sunday, those followed by a notice within ${days} days; one that was in none for four weeks counts anew. The interval is Wilson’s, of 95%.`,
    unit: 'Percent of the flags',
    inputs: ['Tiers on past Sundays', 'Notices'],
    exclusions: immature,
    source: 'churn_prediction, churn_event.noticed_on',
  }),
  churnCaught: () => ({
    formula: `Of the losses, those that stood in a tier a week or more before the notice, and at most ${days} days before it.`,
    unit: 'Percent of the losses',
    inputs: ['Notices', 'Tiers on past Sundays'],
    exclusions: 'Losses before the first predicted weeks.',
    source: 'churn_event.noticed_on, churn_prediction',
  }),
  churnOutcomes: () => ({
    formula: `Each customer once. One that left counts as flagged when it stood in a tier a week or more before the notice and at most ${days} days before it; one that stayed, when it stood in a tier on any Sunday looked back on.`,
    unit: 'Customers',
    inputs: ['Tiers on past Sundays', 'Notices'],
    exclusions: `Customers that gave notice within the first ${days} days looked back on, or that went live after them.`,
    source: 'churn_prediction.tier, churn_event.noticed_on',
  }),
  churnRevenueCaught: () => ({
    formula: `What the losses that were flagged in time paid a month, divided by what all losses paid: as the loss says, else by their contracts on the day of the notice.`,
    unit: 'Percent of the dollars a month',
    inputs: ['Notices', 'Contracts', 'Tiers on past Sundays'],
    exclusions: 'Losses whose revenue is not known, and those before the first predicted weeks.',
    source: 'churn_event.monthly_cents, contract.monthly_cents, churn_prediction',
  }),
  churnCapacity: () => ({
    formula: `If the team works on this many of the most likely customers each week: of those customers, the share that gives notice within ${days} days.`,
    unit: 'Percent of the customers',
    inputs: ['Chances on past Sundays', 'Notices'],
    exclusions: immature,
    source: 'churn_prediction.chance60',
  }),
  churnRanking: () => ({
    formula: 'How often a customer that left had a higher chance than one that stayed, over all pairs; 0.5 is chance, 1 is perfect.',
    unit: '0 to 1',
    inputs: [unseen],
    exclusions: immature,
    source: 'churn_model',
  }),
  churnAveragePrecision: () => ({
    formula: 'Mean of the precision at each customer that left, from the highest chance down; chance alone gives the base rate.',
    unit: '0 to 1',
    inputs: [unseen],
    exclusions: immature,
    source: 'churn_model',
  }),
  churnBrier: () => ({
    formula: 'Mean of the squared difference between the chance and what happened, which is 1 or 0.',
    unit: '0 to 1, less is better',
    inputs: [unseen],
    exclusions: immature,
    source: 'churn_model',
  }),
  churnCalibration: () => ({
    formula:
      'Over ten bins of chances, the difference between the mean chance and the share that left, weighed by how many are in the bin.',
    unit: '0 to 1, less is better',
    inputs: [unseen],
    exclusions: immature,
    source: 'churn_model',
  }),
  churnLift: () => ({
    formula: 'The share that left among the tenth with the highest chances, divided by the share among all.',
    unit: 'Times',
    inputs: [unseen],
    exclusions: immature,
    source: 'churn_model',
  }),
  churnLeadTime: () => ({
    formula: 'Days from coming into a tier to the notice, of the flagged customers that left.',
    unit: 'Days',
    inputs: ['Tiers on past Sundays', 'Notices'],
    exclusions: immature,
    source: 'churn_prediction, churn_event.noticed_on',
  }),
  churnFlips: () => ({
    formula: 'Of the times that a customer came into a tier, those in which it had left it again within three weeks without a notice.',
    unit: 'Percent',
    inputs: ['Tiers on past Sundays'],
    exclusions: 'Nothing.',
    source: 'churn_prediction.tier',
  }),
  churnVerdicts: () => ({
    formula: `The last verdict that people gave on each predicted customer. Rejected ones that gave notice within ${days} days all the same are counted too.`,
    unit: 'Customers',
    inputs: ['Verdicts, with their reasons'],
    exclusions: 'Verdicts that were taken back.',
    source: 'churn_verdict',
  }),
  churnStep: () => ({
    formula:
      'Each step counts what it read, what it wrote and what it left out because it cannot be used, such as customers without a score. What is usual is the median of the seven runs before; a count more than 30% away from it is worth a look.',
    unit: 'Rows',
    inputs: ['Scores, usage, feeds, tickets, deals and losses as of the beginning of the day'],
    exclusions: 'Nothing.',
    source: 'churn_run',
  }),
  churnDrift: () => ({
    formula:
      'Population stability index of each feature against the weeks the model was trained on: Σ (now − then) · ln(now ÷ then) over ten bins. Under 0.1 is stable, above 0.25 a major change.',
    unit: 'Index',
    inputs: ['Features of the day', 'Features of the training weeks'],
    exclusions: 'Before the first model.',
    source: 'churn_run',
  }),
} satisfies MetricFamily;
