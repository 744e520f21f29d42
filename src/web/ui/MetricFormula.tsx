import type { MetricKey } from '#shared/metric-names.ts';
import { metricOf } from '#shared/metrics.ts';

/** How a metric comes about, in a sentence. */
export function MetricFormula({ metric }: { metric: MetricKey }) {
  return metricOf(metric).formula;
}
