import type { MetricDefinitions } from '#shared/metrics/metric.ts';

export const metrics = {
  dayOrder: () => ({
    formula:
      'By urgency: overdue, due today, due soon, then work without a deadline. Rows of the same urgency are ordered by dollars at stake per minute of work. At stake: chance of loss times yearly revenue times renewal factor. A row that no longer fits in the day gives way to the next one that does.',
    unit: 'Place',
    inputs: ['Due date', 'Chance of loss', 'Yearly revenue', 'Renewal', 'Estimated minutes'],
    exclusions: 'Without a score or revenue, the amount at stake is 0.',
    source: 'fillDay in src/shared/day/rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
