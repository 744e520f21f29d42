import { useQuery } from '@tanstack/react-query';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import type { MetricKey } from '#shared/metrics/metric.ts';
import { guideFiguresQuery } from './data.ts';
import { defaultNumbersNote } from './default-numbers-note.ts';
import { buildMetricDefinition } from './metric-explanations.ts';

/** Formula of a metric under the current rules. */
export function MetricFormula({ metric }: { metric: MetricKey }) {
  const settings = useQuery(guideFiguresQuery);
  if (settings.isPending) return 'Loading...';
  const { formula } = buildMetricDefinition(metric, settings.data?.rules ?? defaultHealthRules);
  return settings.data === undefined ? `${formula} ${defaultNumbersNote}` : formula;
}
