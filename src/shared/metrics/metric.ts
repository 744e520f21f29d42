import type { HealthRules } from '#shared/core/scoring-rules.ts';

/** Names of all metrics by room. A room adds its own in `metric-names.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: the rooms augment it.
export interface MetricNames {}

/** Key of a metric, as in `<MetricInfo metric="…">`. */
export type MetricKey = { [Room in keyof MetricNames]: keyof MetricNames[Room] }[keyof MetricNames];

export interface Metric {
  name: string;
  /** Explanation of the calculation, in sentences. */
  formula: string;
  unit: string;
  inputs: readonly string[];
  /** Cases that are left out of the figure or have no value. */
  exclusions: string;
  /** Table, column or function behind the figure, for engineers. */
  source: string;
}

/** Definitions of metrics under the rules in force. Names are separate, in `metric-names.ts`. */
export type MetricDefinitions = Record<MetricKey, (rules: HealthRules) => Omit<Metric, 'name'>>;
