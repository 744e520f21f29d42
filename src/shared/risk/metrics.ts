import { shareText } from '#shared/core/words.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { priorityRules, recoveryLookBackWeeks } from './constants.ts';

const { scoreRisk, renewalFactors } = priorityRules;

export const metricExplanations = {
  priority: () => ({
    formula: `Dollars at stake per year: the chance of losing the customer times its yearly revenue, multiplied by ${renewalFactors.map(({ withinDays, factor }) => `${factor} when the renewal is at most ${withinDays} days away`).join(', or ')}.`,
    unit: 'Dollars per year',
    inputs: ['Chance of losing the customer', 'Yearly revenue', 'Renewal date'],
    exclusions:
      'Snoozed customers, and customers without a score or a known revenue, have no priority and come last.',
    source: 'priorityRules in src/shared/risk/constants.ts',
  }),
  lossChance: () => ({
    formula: `Number of points by which the score is below Healthy, divided by the lowest Healthy score. The chance is rounded to a whole percent and limited to between ${shareText(scoreRisk.least)} and ${shareText(scoreRisk.most)}.`,
    unit: 'Percent',
    inputs: ['Adoption score'],
    exclusions:
      'Customers without a score. The figure only orders the queue; it is not a measured rate of loss.',
    source: 'estimateLossChance in src/shared/risk/priority.ts',
  }),
  recovered: () => ({
    formula: `The customer was at risk in one of the ${recoveryLookBackWeeks} official weeks before the last one, and is not at risk in the last one.`,
    unit: 'Yes or no',
    inputs: ['At risk in each official week'],
    exclusions: 'Customers whose health has become Unknown.',
    source: 'recoveryLookBackWeeks in src/shared/risk/constants.ts',
  }),
} satisfies Partial<MetricDefinitions>;
