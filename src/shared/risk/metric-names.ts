export const metricNames = {
  priority: 'Priority',
  lossChance: 'Chance of loss',
  recovered: 'Recovered',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    risk: typeof metricNames;
  }
}
