import { churnFeatures, modelFeatures } from '#shared/churn/patterns/features.ts';
import type { Day } from '#shared/core/dates.ts';
import { toModelColumns } from '../model-values.ts';

const width = churnFeatures.length;

/** Batch of customers on a past Sunday with their outcomes. */
export interface PanelBatch {
  /** Index of the Sunday. */
  sunday: number;
  institutions: Float64Array<ArrayBuffer>;
  /** All features by row; `NaN` when unknown. */
  known: Float64Array<ArrayBuffer>;
  /** Days from the Sunday to the notice; `NaN` without a known notice. */
  noticeInDays: Float64Array<ArrayBuffer>;
}

/** Training data: customers on past Sundays, by day. */
export interface TrainingPanel {
  /** Sundays, oldest first. */
  days: readonly Day[];
  rows: number;
  /** Index of the Sunday of each row. */
  sunday: Int32Array;
  institution: Float64Array;
  known: Float64Array;
  /** Model features by row. */
  values: Float64Array;
  noticeInDays: Float64Array;
}

/** Joins batches in ascending order of Sundays into one panel. */
export function joinPanels(days: readonly Day[], parts: readonly PanelBatch[]): TrainingPanel {
  const rows = parts.reduce((sum, { institutions }) => sum + institutions.length, 0);
  const whole = {
    days,
    rows,
    sunday: new Int32Array(rows),
    institution: new Float64Array(rows),
    known: new Float64Array(rows * width),
    values: new Float64Array(rows * modelFeatures.length),
    noticeInDays: new Float64Array(rows),
  };
  let filled = 0;
  for (const part of parts) {
    whole.sunday.fill(part.sunday, filled, filled + part.institutions.length);
    whole.institution.set(part.institutions, filled);
    whole.noticeInDays.set(part.noticeInDays, filled);
    whole.known.set(part.known, filled * width);
    filled += part.institutions.length;
  }
  for (let row = 0; row < rows; row += 1)
    whole.values.set(toModelColumns(rowFeatures(whole, row)), row * modelFeatures.length);
  return whole;
}

/** Returns the features of a row as stored. */
export const rowFeatures = (
  { known }: Pick<TrainingPanel, 'known'>,
  row: number,
): (number | null)[] =>
  Array.from(known.subarray(row * width, (row + 1) * width), (value) =>
    Number.isNaN(value) ? null : value,
  );

/** Returns a feature for about the last four Sundays' rows. */
export function newestFeatureValues(panel: TrainingPanel, feature: number): (number | null)[] {
  const first = panel.rows - Math.min(panel.rows, Math.ceil(panel.rows / panel.days.length) * 4);
  return Array.from({ length: panel.rows - first }, (_, at) => {
    const value = panel.known[(first + at) * width + feature] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  });
}
