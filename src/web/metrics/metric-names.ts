import type { MetricKey } from '#shared/metrics/metric.ts';

const rooms = import.meta.glob<Partial<Record<MetricKey, string>>>(
  '/src/shared/*/metric-names.ts',
  { eager: true, import: 'metricNames' },
);

/** Display names of the metrics of all rooms. */
export const metricNames: Readonly<Record<MetricKey, string>> = Object.assign(
  {},
  ...Object.values(rooms),
);
