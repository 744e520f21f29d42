export const metricNames = {
  unplottedLocation: 'Not on the map',
  duplicateCustomer: 'Possible duplicate',
  unknownRecordsSystem: 'Unknown EHR',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    'data-quality': typeof metricNames;
  }
}
