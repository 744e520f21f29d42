import { churnFeatures, modelFeatures } from '#shared/churn/patterns/features.ts';
import type { Day } from '#shared/core/dates.ts';
import { modelValues } from '../model-values.ts';

const width = churnFeatures.length;

/** Some of the customers of one past Sunday, with what became of them. */
export interface PanelPart {
  /** Its place among the Sundays. */
  sunday: number;
  institutions: Float64Array<ArrayBuffer>;
  /** Row by row every feature; NaN is not known. */
  known: Float64Array<ArrayBuffer>;
  /** Days from that Sunday to the notice; NaN when there was none within what is known today. */
  noticeInDays: Float64Array<ArrayBuffer>;
}

/** What the model learns from: customers on past Sundays, by day. */
export interface Panel {
  /** The Sundays, oldest first. */
  days: readonly Day[];
  rows: number;
  /** The place of each row's Sunday. */
  sunday: Int32Array;
  institution: Float64Array;
  known: Float64Array;
  /** Row by row the features of the model. */
  values: Float64Array;
  noticeInDays: Float64Array;
}

/** The parts, which come by rising Sundays, as one. */
export function wholePanel(days: readonly Day[], parts: readonly PanelPart[]): Panel {
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
  for (let row = 0; row < rows; row += 1) whole.values.set(modelValues(knownAt(whole, row)), row * modelFeatures.length);
  return whole;
}

/** What was known in a row, as it is stored. */
export const knownAt = ({ known }: Pick<Panel, 'known'>, row: number): (number | null)[] =>
  Array.from(known.subarray(row * width, (row + 1) * width), (value) => (Number.isNaN(value) ? null : value));

/** One feature of the newest four Sundays' worth of rows. */
export function newestOf(panel: Panel, feature: number): (number | null)[] {
  const first = panel.rows - Math.min(panel.rows, Math.ceil(panel.rows / panel.days.length) * 4);
  return Array.from({ length: panel.rows - first }, (_, at) => {
    const value = panel.known[(first + at) * width + feature] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  });
}
