export const metricNames = {
  atRiskShare: 'Share at risk',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    boards: typeof metricNames;
  }
}
