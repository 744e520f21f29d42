import type { FlaggedChances } from '#shared/churn/predictions/tiers.ts';
import { calibrate, calibrated } from '../../learning/calibration.ts';
import { type Fold, type Learned, type LearnerName, learn, predict, rowsOf } from '../../learning/compete.ts';
import type { Examples } from '../../learning/types.ts';
import { bounded } from './bands.ts';
import type { TrainedModel } from './trained-model.ts';
import { examplesAt, horizons, longest, type Matured, type TrainingRows } from './training-rows.ts';

interface Past {
  winner: LearnerName;
  matured: Matured;
  parts: TrainedModel['parts'];
}

/** The rows whose outcome is not known yet, by a model that learned from what had one on the first of their days. */
export function predictNewest(data: TrainingRows, rows: Int32Array, { winner, matured, parts }: Past): Float64Array[] {
  const first = rows.reduce((least, row) => Math.min(least, data.day[row] ?? least), Number.POSITIVE_INFINITY);
  const known = Int32Array.from(matured.day, (_, row) => row).filter((row) => (matured.day[row] ?? 0) + longest <= first);
  if (rows.length === 0 || known.length === 0) return horizons.map(() => new Float64Array());
  const asked = examplesAt(data, rows);
  const chances = horizons.map((days, at) => {
    const learned = learn(winner, rowsOf(matured.examplesOf(days), known));
    const calibration = parts[at]?.calibration;
    return predict(learned, asked).map((chance) => (calibration === undefined ? chance : calibrated(calibration, chance).chance));
  });
  rise(chances);
  return chances;
}

/** What a learner says of the rows that each fold asks about, never having seen them. */
export const foretold = (learner: LearnerName, examples: Examples, past: readonly Fold[]): Float64Array =>
  Float64Array.from(past.flatMap(({ train: rows, test }) => [...predict(learn(learner, rowsOf(examples, rows)), rowsOf(examples, test))]));

/** Each part of the weeks is set right by what the others showed, so that no row helps to set itself right. */
export function setRight(raw: Float64Array, labels: Uint8Array, foldOf: Int32Array, count: number): Float64Array {
  const chances = new Float64Array(raw.length);
  for (let fold = 0; fold < count; fold += 1) {
    const isOther = (_: number, at: number) => count === 1 || foldOf[at] !== fold;
    const calibration = calibrate({ chances: raw.filter(isOther), labels: labels.filter(isOther) });
    for (const [at, chance] of raw.entries()) if (foldOf[at] === fold) chances[at] = calibrated(calibration, chance).chance;
  }
  return chances;
}

/** A longer time has no smaller chance. */
export function rise(chances: readonly Float64Array[]): void {
  for (const [at, each] of chances.entries()) {
    const before = chances[at - 1];
    if (before !== undefined) for (const [row, chance] of each.entries()) each[row] = Math.max(chance, before[row] ?? 0);
  }
}

/** The chances of rows, with the band around the one within 60 days. */
export function chancesOf(model: TrainedModel, rows: readonly (readonly number[])[]): FlaggedChances[] {
  const table = { columns: model.columns, rows: rows.length, values: Float64Array.from(rows.flat()) };
  const raw = model.parts.map(({ model: learned }: { model: Learned }) => predict(learned, table));
  return rows.map((_, row) => {
    let least = 0;
    const chances = model.parts.map(({ calibration }, at) => {
      least = Math.max(least, calibrated(calibration, raw[at]?.[row] ?? 0).chance);
      return least;
    });
    return bounded(model, chances);
  });
}
