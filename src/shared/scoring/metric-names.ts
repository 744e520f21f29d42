export const metricNames = {
  productScore: 'Product score',
  adoptionScore: 'Adoption score',
  healthTier: 'Health tier',
  measurableShare: 'Measurable share',
  target: 'Target',
  improvement: 'What would raise the score',
  provisionalScore: 'Provisional score',
  averageScore: 'Average score',
  alertPrecision: 'Share of flagged customers that churned',
  alertRecall: 'Share of churned customers that were flagged',
  wayToHealthy: 'Path to Healthy',
  scoresFreshness: 'Age of scores',
  usageFreshness: 'Age of usage',
  benchmarksFreshness: 'Age of benchmarks',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    scoring: typeof metricNames;
  }
}
