export const metricNames = {
  renewalStage: 'Stage of a renewal',
  renewalAmount: 'Amount of a renewal',
  renewalRisk: 'Risk of a renewal',
  renewalForecast: 'Forecast of a renewal',
  renewalScenario: 'Renewal scenarios',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    renewals: typeof metricNames;
  }
}
