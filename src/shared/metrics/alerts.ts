import { trialHorizonDays } from './constants.ts';
import type { MetricFamily } from './metric.ts';

export const alertMetrics = {
  alertPrecision: () => ({
    formula: `Of the customers that were at risk in one of the judged weeks, those that left within ${trialHorizonDays} days after such a week.`,
    unit: 'Customers; percent of the alerts',
    inputs: ['At risk in each judged week', 'Losses'],
    exclusions: `Weeks that ended less than ${trialHorizonDays} days before the newest one: what became of them is not known yet.`,
    source: 'churn_event.effective_on',
  }),
  alertRecall: () => ({
    formula: `Of the customers that left within ${trialHorizonDays} days after a judged week, those that were at risk in such a week.`,
    unit: 'Customers; percent of the losses',
    inputs: ['Losses', 'At risk in each judged week'],
    exclusions: 'Losses that no judged week could have warned of in time.',
    source: 'churn_event.effective_on',
  }),
} satisfies MetricFamily;
