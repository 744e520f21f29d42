import type { MetricDefinitions } from '#shared/metrics/metric.ts';

export const metricExplanations = {
  freeMinutes: () => ({
    formula:
      'Working hours of the day without holidays and absences, multiplied by the share of this time that is for customers (default 75%) and the share of that time that can be planned ahead (default 85%).',
    unit: 'Hours and minutes',
    inputs: ['Working time', 'Own hours', 'Absences', 'Minutes of the tasks closed today'],
    exclusions: 'Calendar entries in other systems are unknown and not subtracted.',
    source: 'computeFreeMinutes in src/shared/work/working-time-rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
