import type { HealthRules } from '#shared/core/scoring-rules.ts';

/** Definition of a figure. */
export interface Metric {
  name: string;
  /** Explanation of the calculation. */
  formula: string;
  unit: string;
  inputs: readonly string[];
  /** Data left out of the figure, or cases without a value. */
  exclusions: string;
  /** Table, column or function behind the figure, for engineers. */
  source: string;
}

/** Metrics of one subject, described for the rules in force; `names.ts` has their names. */
export type MetricFamily = Record<string, (rules: HealthRules) => Omit<Metric, 'name'>>;
