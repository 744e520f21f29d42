import { defaultHealthRules, type HealthRules } from './health.ts';
import type { Metric } from './metric.ts';
import { type MetricKey, metricNames } from './metric-names.ts';
import { alertMetrics } from './metrics-alerts.ts';
import { boardMetrics } from './metrics-board.ts';
import { changeMetrics } from './metrics-change.ts';
import { freshnessMetrics } from './metrics-freshness.ts';
import { peerMetrics } from './metrics-peers.ts';
import { scoreMetrics } from './metrics-score.ts';
import { standingMetrics } from './metrics-standing.ts';
import { usageMetrics } from './metrics-usage.ts';

const metrics = {
  ...scoreMetrics,
  ...usageMetrics,
  ...changeMetrics,
  ...standingMetrics,
  ...alertMetrics,
  ...peerMetrics,
  ...boardMetrics,
  ...freshnessMetrics,
} satisfies Record<MetricKey, unknown>;

/** What is said of a metric under these rules. */
export const metricOf = (key: MetricKey, rules: HealthRules = defaultHealthRules): Metric => ({
  name: metricNames[key],
  ...metrics[key](rules),
});
