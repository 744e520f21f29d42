import { metricOf } from '#shared/metrics/metrics.ts';
import type { MetricKey } from '#shared/metrics/names.ts';

/** How a metric comes about, in a sentence. */
export function MetricFormula({ metric }: { metric: MetricKey }) {
  return metricOf(metric).formula;
}
