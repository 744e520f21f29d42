import type { HealthRules } from '#shared/core/scoring-rules.ts';

/** What is said of a figure that is shown somewhere. */
export interface Metric {
  name: string;
  /** How it comes about, in words. */
  formula: string;
  unit: string;
  inputs: readonly string[];
  /** What does not go in, or where there is no figure. */
  exclusions: string;
  /** For engineers: the table, column or rule that it is read from. */
  source: string;
}

/** Metrics of one kind, told with the rules that hold; metric-names.ts has what they are called. */
export type MetricFamily = Record<string, (rules: HealthRules) => Omit<Metric, 'name'>>;
