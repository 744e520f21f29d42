export const metricNames = {
  load: 'Load',
  coverageGap: 'Coverage gap',
  untouched: 'Untouched customers',
  taskAge: 'Age of a task',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    team: typeof metricNames;
  }
}
