import { rowsOf } from '../../learning/compete.ts';
import type { Column, Examples } from '../../learning/types.ts';

/** Days within which a notice is predicted, rising; the last is how long it takes until an outcome is known. */
export const horizons = [30, 45, 60] as const;
export const longest = 60;

/** Customers on past Sundays. */
export interface TrainingRows {
  columns: Column[];
  rows: number;
  values: Float64Array;
  /** Days from the panel's first Sunday, of each row and of the day of training. */
  day: Float64Array;
  today: number;
  institution: Float64Array;
  /** NaN without a notice. */
  noticeInDays: Float64Array;
  /** 1 where the plain rule would flag. */
  rule: Float64Array;
  /** The share of the rows, by chance, above which alerts begin. */
  alertShare: number;
}

/** The rows whose outcome is known on the day of training, as places in the whole, with what is known of each. */
export interface Matured {
  rows: Int32Array;
  institution: Float64Array;
  day: Float64Array;
  rule: Float64Array;
  /** 1 for a notice within so many days. */
  labelsOf: (days: number) => Uint8Array;
  examplesOf: (days: number) => Examples;
}

export function maturedRows(data: TrainingRows): Matured {
  const rows = Int32Array.from({ length: data.rows }, (_, row) => row).filter((row) => isMatured(data, row));
  const pick = (of: Float64Array) => Float64Array.from(rows, (row) => of[row] ?? Number.NaN);
  const notice = pick(data.noticeInDays);
  const labelsOf = (days: number) => Uint8Array.from(notice, (inDays) => (inDays < days ? 1 : 0));
  const examples = examplesAt(data, rows);
  return {
    rows,
    institution: pick(data.institution),
    day: pick(data.day),
    rule: pick(data.rule),
    labelsOf,
    examplesOf: (days) => ({ ...examples, labels: labelsOf(days) }),
  };
}

/** The rows whose outcome is not known yet. */
export const unmaturedRows = (data: TrainingRows): Int32Array =>
  Int32Array.from({ length: data.rows }, (_, row) => row).filter((row) => !isMatured(data, row));

const isMatured = ({ day, today }: TrainingRows, row: number): boolean => (day[row] ?? 0) + longest <= today;

/** Rows of the whole, without labels. */
export const examplesAt = ({ columns, rows: count, values }: TrainingRows, rows: Int32Array): Examples =>
  rowsOf({ columns, rows: count, values, labels: new Uint8Array(count) }, rows);
