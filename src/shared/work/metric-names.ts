export const metricNames = {
  freeMinutes: 'Free hours of a day',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    work: typeof metricNames;
  }
}
