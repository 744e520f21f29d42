import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { trialHorizonDays } from './constants.ts';

export const metrics = {
  alertPrecision: () => ({
    formula: `Customers at risk in an evaluated week that left within ${trialHorizonDays} days after it.`,
    unit: 'Customers; percent of the alerts',
    inputs: ['At risk in each evaluated week', 'Losses'],
    exclusions: `Weeks that ended less than ${trialHorizonDays} days before the newest one, because their outcome is not known yet.`,
    source: 'churn_event.effective_on',
  }),
  alertRecall: () => ({
    formula: `Customers that left within ${trialHorizonDays} days after an evaluated week and were at risk in it.`,
    unit: 'Customers; percent of the losses',
    inputs: ['Losses', 'At risk in each evaluated week'],
    exclusions: 'Losses that no evaluated week could have predicted in time.',
    source: 'churn_event.effective_on',
  }),
} satisfies Partial<MetricDefinitions>;
