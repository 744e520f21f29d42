import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { lossConfirmationDays } from './constants.ts';

export const metricDefinitions = {
  alertPrecision: () => ({
    formula: `Number of customers that were at risk in an evaluated week and left within ${lossConfirmationDays} days after that week.`,
    unit: 'Customers; percent of the alerts',
    inputs: ['At risk in each evaluated week', 'Losses'],
    exclusions: `Weeks that ended less than ${lossConfirmationDays} days before the newest official week, because their outcome is not known yet.`,
    source: 'churn_event.effective_on',
  }),
  alertRecall: () => ({
    formula: `Number of customers that left within ${lossConfirmationDays} days after an evaluated week in which they were at risk.`,
    unit: 'Customers; percent of the losses',
    inputs: ['Losses', 'At risk in each evaluated week'],
    exclusions: `Losses that do not fall within ${lossConfirmationDays} days after an evaluated week.`,
    source: 'churn_event.effective_on',
  }),
} satisfies Partial<MetricDefinitions>;
