import { useQuery } from '@tanstack/react-query';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { metricOf } from '#shared/metrics/metrics.ts';
import type { MetricKey } from '#shared/metrics/names.ts';
import { guideFiguresQuery } from './data.ts';
import { usualNumbers } from './usual-numbers.ts';

/** How a metric comes about, in a sentence, by the rules that hold now. */
export function MetricFormula({ metric }: { metric: MetricKey }) {
  const settings = useQuery(guideFiguresQuery);
  if (settings.isPending) return 'Loading...';
  const { formula } = metricOf(metric, settings.data?.rules ?? defaultHealthRules);
  return settings.data === undefined ? `${formula} ${usualNumbers}` : formula;
}
