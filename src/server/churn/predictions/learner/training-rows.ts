import { selectExamples } from '../../learning/compete.ts';
import type { FeatureColumn, TrainingExamples } from '../../learning/types.ts';

/**
 * Periods in days for which a notice is predicted, ascending. The outcome of a row is known after
 * the last period.
 */
export const predictionHorizons = [30, 45, 60] as const;
export const longestHorizonDays = 60;

/** Training data of customers on past Sundays. */
export interface TrainingRows {
  columns: FeatureColumn[];
  rows: number;
  values: Float64Array;
  /**
   * Days since the panel's first Sunday, by row. `today` is the day of the training, also in days
   * since the panel's first Sunday.
   */
  day: Float64Array;
  today: number;
  institution: Float64Array;
  /** Days to the notice, by row; `NaN` without a notice. */
  noticeInDays: Float64Array;
  /** 1 for rows flagged by the simple rule. */
  rule: Float64Array;
  /** Share of rows, 0–1, that get alerts. The rows with the highest chances come first. */
  alertShare: number;
}

/** Rows whose outcome is known on the day of the training, with their data. */
export interface MaturedRows {
  rows: Int32Array;
  institution: Float64Array;
  day: Float64Array;
  rule: Float64Array;
  /** Returns 1 for each row with a notice within `days`, otherwise 0. */
  labelsOf: (days: number) => Uint8Array;
  examplesOf: (days: number) => TrainingExamples;
}

export function selectMaturedRows(data: TrainingRows): MaturedRows {
  const rows = Int32Array.from({ length: data.rows }, (_, row) => row).filter((row) =>
    isMatured(data, row),
  );
  const pick = (of: Float64Array) => Float64Array.from(rows, (row) => of[row] ?? Number.NaN);
  const notice = pick(data.noticeInDays);
  const labelsOf = (days: number) => Uint8Array.from(notice, (inDays) => (inDays < days ? 1 : 0));
  const examples = unlabeledExamples(data, rows);
  return {
    rows,
    institution: pick(data.institution),
    day: pick(data.day),
    rule: pick(data.rule),
    labelsOf,
    examplesOf: (days) => ({ ...examples, labels: labelsOf(days) }),
  };
}

/** Returns the rows whose outcome is not known yet. */
export const unmaturedRowNumbers = (data: TrainingRows): Int32Array =>
  Int32Array.from({ length: data.rows }, (_, row) => row).filter((row) => !isMatured(data, row));

const isMatured = ({ day, today }: TrainingRows, row: number): boolean =>
  (day[row] ?? 0) + longestHorizonDays <= today;

/** Returns the given rows as examples without labels. */
export const unlabeledExamples = (
  { columns, rows: count, values }: TrainingRows,
  rows: Int32Array,
): TrainingExamples =>
  selectExamples({ columns, rows: count, values, labels: new Uint8Array(count) }, rows);
