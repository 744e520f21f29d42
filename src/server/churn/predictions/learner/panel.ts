import { churnFeatures, modelFeatures } from '#shared/churn/patterns/features.ts';
import type { Day } from '#shared/core/dates.ts';
import { toModelColumns } from '../model-values.ts';

const width = churnFeatures.length;

/** Customers on a past Sunday with their outcomes. A Sunday can have several parts. */
export interface TrainingPanelPart {
  /** Index of the Sunday in the panel's days. */
  sunday: number;
  institutions: Float64Array<ArrayBuffer>;
  /** All features by row; `NaN` for an unknown feature. */
  known: Float64Array<ArrayBuffer>;
  /** Days from the Sunday to the notice; `NaN` without a known notice. */
  noticeInDays: Float64Array<ArrayBuffer>;
}

/** Training data: customers on past Sundays, in order of the Sundays. */
export interface TrainingPanel {
  /** Sundays, oldest first. */
  days: readonly Day[];
  rows: number;
  /** Index of the Sunday of each row. */
  sunday: Int32Array;
  institution: Float64Array;
  known: Float64Array;
  /** Features used by the model, by row. */
  values: Float64Array;
  noticeInDays: Float64Array;
}

/** Joins parts, in ascending order of their Sundays, into one panel. */
export function joinPanels(
  days: readonly Day[],
  parts: readonly TrainingPanelPart[],
): TrainingPanel {
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
    whole.values.set(toModelColumns(storedFeaturesOfRow(whole, row)), row * modelFeatures.length);
  return whole;
}

/** Returns the features of a row in their stored form. */
export const storedFeaturesOfRow = (
  { known }: Pick<TrainingPanel, 'known'>,
  row: number,
): (number | null)[] =>
  Array.from(known.subarray(row * width, (row + 1) * width), (value) =>
    Number.isNaN(value) ? null : value,
  );

/** Returns the values of a feature in the rows of about the last four Sundays. */
export function newestFeatureValues(panel: TrainingPanel, feature: number): (number | null)[] {
  const first = panel.rows - Math.min(panel.rows, Math.ceil(panel.rows / panel.days.length) * 4);
  return Array.from({ length: panel.rows - first }, (_, at) => {
    const value = panel.known[(first + at) * width + feature] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  });
}
