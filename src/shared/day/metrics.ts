import type { MetricDefinitions } from '#shared/metrics/metric.ts';

export const metricExplanations = {
  dayOrder: () => ({
    formula:
      'Each customer has one row. Rows are ordered by urgency: overdue, due today, due soon, then work without a deadline. Rows of the same urgency are ordered by dollars at stake per minute of work. Dollars at stake are the chance of loss times yearly revenue times the renewal factor. If an item no longer fits in the day, the next item that fits takes its position.',
    unit: 'Place',
    inputs: ['Due date', 'Chance of loss', 'Yearly revenue', 'Renewal', 'Estimated minutes'],
    exclusions: 'Customers without a score or revenue count as $0 at stake.',
    source: 'scheduleItemsInDay in src/shared/day/rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
