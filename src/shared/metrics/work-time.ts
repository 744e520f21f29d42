import type { MetricFamily } from './metric.ts';

export const workTimeMetrics = {
  freeMinutes: () => ({
    formula:
      'Working hours of the day, without holidays and absences, times the part that is for customers, times the part that can be planned. At first 0.75 and 0.85.',
    unit: 'Hours and minutes',
    inputs: ['Working time', 'Own hours', 'Absences', 'Minutes of the tasks closed today'],
    exclusions: 'What is in a calendar elsewhere is not known.',
    source: 'freeMinutes in src/shared/work/working-time-rules.ts',
  }),
  dayOrder: () => ({
    formula:
      'Overdue first, then due today, soon and when there is time; in each, the dollars at stake per minute of work. At stake: chance of loss times yearly revenue times renewal factor. A row that no longer fits makes way for the next that does.',
    unit: 'Place',
    inputs: ['Due day', 'Chance of loss', 'Yearly revenue', 'Renewal', 'Estimated minutes'],
    exclusions: 'Without a score or revenue nothing counts as at stake.',
    source: 'fillDay in src/shared/success-ops/day/rules.ts',
  }),
} satisfies MetricFamily;
