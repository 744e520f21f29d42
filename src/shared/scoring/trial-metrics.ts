import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { lossConfirmationDays } from './constants.ts';

export const metricExplanations = {
  alertPrecision: () => ({
    formula: `Of all customers that were at risk in an evaluated week: the number that left within ${lossConfirmationDays} days after that week. Shows how often alerts were right.`,
    unit: 'Customers; percent of the customers at risk',
    inputs: ['At risk in each evaluated week', 'Losses'],
    exclusions: `Weeks that ended less than ${lossConfirmationDays} days before the newest official week, because their outcome is not known yet.`,
    source: 'churn_event.effective_on',
  }),
  alertRecall: () => ({
    formula: `Of all customers that left within ${lossConfirmationDays} days after an evaluated week: the number that were at risk in that week. Shows how many losses the alerts announced.`,
    unit: 'Customers; percent of the customers that left',
    inputs: ['Losses', 'At risk in each evaluated week'],
    exclusions: `Losses that do not fall within ${lossConfirmationDays} days after an evaluated week.`,
    source: 'churn_event.effective_on',
  }),
} satisfies Partial<MetricDefinitions>;
