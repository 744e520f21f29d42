export const metricNames = {
  scoreChange: 'Score change',
  percentChange: 'Percent change',
  scoreChangeCauses: 'Why the score moved',
  averageCauses: 'Why the average moved',
  season: 'Seasonal drop',
  tierTrend: 'Tier trend',
  tierChange: 'Tier change',
  tierMovement: 'Tier movement',
  weeksDeclining: 'Weeks declining',
  weeksImproving: 'Weeks improving',
  relativeChange: 'Change relative to peers',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    portfolio: typeof metricNames;
  }
}
