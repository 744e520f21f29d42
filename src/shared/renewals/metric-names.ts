export const metricNames = {
  renewalStage: 'Stage of a renewal',
  renewalAmount: 'Amount of a renewal',
  renewalRisk: 'Risk of a renewal',
  renewalForecast: 'Forecast of a renewal',
  renewalExpected: 'Expected amount of a renewal',
  renewalQuarter: 'Quarter forecast',
  renewalScenario: 'Renewal scenarios',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    renewals: typeof metricNames;
  }
}
