export const metricNames = {
  silentFeed: 'Silent connection',
  incident: 'Incident',
  incidentExpected: 'Silent connections, actual and expected',
  incidentChance: 'Probability of coincidence',
  incidentStage: 'Stage of an incident',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    radar: typeof metricNames;
  }
}
