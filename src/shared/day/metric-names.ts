export const metricNames = {
  dayOrder: 'Order of work in a day',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    day: typeof metricNames;
  }
}
