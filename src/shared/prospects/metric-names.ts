export const metricNames = {
  prospectScore: 'Prospect score',
  nearestCustomerMiles: 'Miles to the nearest customer',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    prospects: typeof metricNames;
  }
}
