export const metricNames = {
  quartiles: 'Typical range',
  benchmarkChange: 'Benchmark change',
  comparedWith: 'Compared with',
  benchmarkCause: 'Cause of a benchmark change',
  percentile: 'Percentile',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    benchmarks: typeof metricNames;
  }
}
