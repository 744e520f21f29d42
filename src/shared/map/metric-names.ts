export const metricNames = {
  visitWorth: 'Visit value',
  drivingEstimate: 'Driving time',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    map: typeof metricNames;
  }
}
