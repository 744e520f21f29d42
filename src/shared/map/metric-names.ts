export const metricNames = {
  visitWorth: 'Worth of a visit',
  drivingEstimate: 'Driving time',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    map: typeof metricNames;
  }
}
