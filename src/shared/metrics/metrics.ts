import type { HealthRules } from '#shared/core/scoring-rules.ts';
import { actionItemMetrics } from './action-items.ts';
import { alertMetrics } from './alerts.ts';
import { boardMetrics } from './board.ts';
import { campaignMetrics } from './campaigns.ts';
import { changeMetrics } from './change.ts';
import { churnMetrics } from './churn.ts';
import { dataQualityMetrics } from './data-quality.ts';
import { freshnessMetrics } from './freshness.ts';
import { importMetrics } from './imports.ts';
import { lossMetrics } from './losses.ts';
import type { Metric } from './metric.ts';
import { type MetricKey, metricNames } from './names.ts';
import { onboardingMetrics } from './onboarding.ts';
import { peerMetrics } from './peers.ts';
import { playbookMetrics } from './playbooks.ts';
import { radarMetrics } from './radar.ts';
import { renewalMetrics } from './renewals.ts';
import { revenueMetrics } from './revenue.ts';
import { scoreMetrics } from './score.ts';
import { slaMetrics } from './slas.ts';
import { statusMetrics } from './status.ts';
import { ticketMetrics } from './tickets.ts';
import { usageMetrics } from './usage.ts';
import { workTimeMetrics } from './work-time.ts';

const metrics = {
  ...scoreMetrics,
  ...usageMetrics,
  ...changeMetrics,
  ...statusMetrics,
  ...alertMetrics,
  ...peerMetrics,
  ...boardMetrics,
  ...freshnessMetrics,
  ...lossMetrics,
  ...revenueMetrics,
  ...churnMetrics,
  ...onboardingMetrics,
  ...workTimeMetrics,
  ...ticketMetrics,
  ...radarMetrics,
  ...campaignMetrics,
  ...renewalMetrics,
  ...actionItemMetrics,
  ...playbookMetrics,
  ...slaMetrics,
  ...importMetrics,
  ...dataQualityMetrics,
} satisfies Record<MetricKey, unknown>;

/** Returns the definition of a metric under `rules`. */
export const metricOf = (key: MetricKey, rules: HealthRules): Metric => ({
  name: metricNames[key],
  ...metrics[key](rules),
});
