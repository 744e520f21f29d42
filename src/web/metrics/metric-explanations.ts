import type { HealthRules } from '#shared/core/scoring-rules.ts';
import type { Metric, MetricDefinitions, MetricKey } from '#shared/metrics/metric.ts';
import { metricNames } from './metric-names.ts';

const rooms = import.meta.glob<Partial<MetricDefinitions>>(
  '/src/shared/**/{metrics,*-metrics}.ts',
  { eager: true, import: 'metricExplanations' },
);
const definitions: MetricDefinitions = Object.assign({}, ...Object.values(rooms));

/** Returns the definition of a metric under `rules`. Loads the definitions of all rooms. */
export const buildMetricDefinition = (key: MetricKey, rules: HealthRules): Metric => ({
  name: metricNames[key],
  ...definitions[key](rules),
});
