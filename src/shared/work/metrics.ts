import type { MetricDefinitions } from '#shared/metrics/metric.ts';

export const metrics = {
  freeMinutes: () => ({
    formula:
      'Working hours of the day, without holidays and absences, times the share for customers (default 0.75), times the share that can be planned (default 0.85).',
    unit: 'Hours and minutes',
    inputs: ['Working time', 'Own hours', 'Absences', 'Minutes of the tasks closed today'],
    exclusions: 'Calendar entries in other systems are not known.',
    source: 'freeMinutes in src/shared/work/working-time-rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
