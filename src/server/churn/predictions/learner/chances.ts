import type { FlaggedChances } from '#shared/churn/predictions/tiers.ts';
import { calibrate, calibrated } from '../../learning/calibration.ts';
import {
  type Fold,
  type Learned,
  type LearnerName,
  learn,
  predict,
  rowsOf,
} from '../../learning/compete.ts';
import type { Examples } from '../../learning/types.ts';
import { limitToBand } from './bands.ts';
import type { TrainedModel } from './trained-model.ts';
import { examplesAt, horizons, longest, type Matured, type TrainingRows } from './training-rows.ts';

interface Past {
  winner: LearnerName;
  matured: Matured;
  parts: TrainedModel['parts'];
}

/**
 * Predicts rows whose outcome is still unknown. The model is trained only on rows whose outcome was
 * known on the first day of the predicted rows.
 */
export function predictNewest(
  data: TrainingRows,
  rows: Int32Array,
  { winner, matured, parts }: Past,
): Float64Array[] {
  const first = rows.reduce(
    (least, row) => Math.min(least, data.day[row] ?? least),
    Number.POSITIVE_INFINITY,
  );
  const known = Int32Array.from(matured.day, (_, row) => row).filter(
    (row) => (matured.day[row] ?? 0) + longest <= first,
  );
  if (rows.length === 0 || known.length === 0) return horizons.map(() => new Float64Array());
  const examples = examplesAt(data, rows);
  const chances = horizons.map((days, at) => {
    const learned = learn(winner, rowsOf(matured.examplesOf(days), known));
    const calibration = parts[at]?.calibration;
    return predict(learned, examples).map((chance) =>
      calibration === undefined ? chance : calibrated(calibration, chance).chance,
    );
  });
  enforceIncrease(chances);
  return chances;
}

/**
 * Returns the predictions of a learner for the test rows of all folds, each from its fold's
 * training rows.
 */
export const outOfFoldPredictions = (
  learner: LearnerName,
  examples: Examples,
  past: readonly Fold[],
): Float64Array =>
  Float64Array.from(
    past.flatMap(({ train: rows, test }) => [
      ...predict(learn(learner, rowsOf(examples, rows)), rowsOf(examples, test)),
    ]),
  );

/** Calibrates each fold by the other folds, so that no row calibrates itself. */
export function calibrateAcrossFolds(
  raw: Float64Array,
  labels: Uint8Array,
  foldOf: Int32Array,
  count: number,
): Float64Array {
  const chances = new Float64Array(raw.length);
  for (let fold = 0; fold < count; fold += 1) {
    const isOther = (_: number, at: number) => count === 1 || foldOf[at] !== fold;
    const calibration = calibrate({ chances: raw.filter(isOther), labels: labels.filter(isOther) });
    for (const [at, chance] of raw.entries())
      if (foldOf[at] === fold) chances[at] = calibrated(calibration, chance).chance;
  }
  return chances;
}

/** Raises chances so that a longer horizon never has a smaller chance. */
export function enforceIncrease(chances: readonly Float64Array[]): void {
  for (const [at, each] of chances.entries()) {
    const before = chances[at - 1];
    if (before !== undefined)
      for (const [row, chance] of each.entries()) each[row] = Math.max(chance, before[row] ?? 0);
  }
}

/** Returns the chances of rows, with the interval for 60 days. */
export function chancesOf(
  model: TrainedModel,
  rows: readonly (readonly number[])[],
): FlaggedChances[] {
  const table = {
    columns: model.columns,
    rows: rows.length,
    values: Float64Array.from(rows.flat()),
  };
  const raw = model.parts.map(({ model: learned }: { model: Learned }) => predict(learned, table));
  return rows.map((_, row) => {
    let least = 0;
    const chances = model.parts.map(({ calibration }, at) => {
      least = Math.max(least, calibrated(calibration, raw[at]?.[row] ?? 0).chance);
      return least;
    });
    return limitToBand(model, chances);
  });
}
