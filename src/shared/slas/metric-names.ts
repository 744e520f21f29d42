export const metricNames = {
  slaTarget: 'Target of an SLA clock',
  slaStatus: 'Status of a clock',
  slaTimeLeft: 'Time left',
  slaPause: 'Paused time',
  slaAttainment: 'Attainment',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    slas: typeof metricNames;
  }
}
