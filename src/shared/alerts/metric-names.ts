export const metricNames = {
  callFirings: 'Firings of a rule',
  callOutcome: 'Outcome of an action item',
  alertNoise: 'Acted on',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    alerts: typeof metricNames;
  }
}
