import type { NoticeChancesWithInterval } from '#shared/churn/predictions/tiers.ts';
import { calibrateChance, fitCalibration } from '../../learning/calibration.ts';
import {
  type LearnedModel,
  type LearnerName,
  predictChances,
  selectExamples,
  type TrainTestFold,
  trainLearner,
} from '../../learning/compete.ts';
import type { TrainingExamples } from '../../learning/types.ts';
import { limitToBand } from './bands.ts';
import type { TrainedModel } from './trained-model.ts';
import {
  longestHorizonDays,
  type MaturedRows,
  predictionHorizons,
  type TrainingRows,
  unlabeledExamples,
} from './training-rows.ts';

interface Past {
  winner: LearnerName;
  matured: MaturedRows;
  parts: TrainedModel['parts'];
}

/**
 * Predicts rows whose outcome is still unknown. Trains the model only on rows whose outcome was
 * known on the first day of the predicted rows.
 */
export function predictUnmaturedRows(
  data: TrainingRows,
  rows: Int32Array,
  { winner, matured, parts }: Past,
): Float64Array[] {
  const first = rows.reduce(
    (least, row) => Math.min(least, data.day[row] ?? least),
    Number.POSITIVE_INFINITY,
  );
  const known = Int32Array.from(matured.day, (_, row) => row).filter(
    (row) => (matured.day[row] ?? 0) + longestHorizonDays <= first,
  );
  if (rows.length === 0 || known.length === 0)
    return predictionHorizons.map(() => new Float64Array());
  const examples = unlabeledExamples(data, rows);
  const chances = predictionHorizons.map((days, at) => {
    const learned = trainLearner(winner, selectExamples(matured.examplesOf(days), known));
    const calibration = parts[at]?.calibration;
    return predictChances(learned, examples).map((chance) =>
      calibration === undefined ? chance : calibrateChance(calibration, chance).chance,
    );
  });
  raiseChancesWithHorizon(chances);
  return chances;
}

/**
 * Returns a learner's predictions for the test rows of all folds. Each fold is trained on its own
 * training rows.
 */
export const predictFoldTestRows = (
  learner: LearnerName,
  examples: TrainingExamples,
  past: readonly TrainTestFold[],
): Float64Array =>
  Float64Array.from(
    past.flatMap(({ train: rows, test }) => [
      ...predictChances(
        trainLearner(learner, selectExamples(examples, rows)),
        selectExamples(examples, test),
      ),
    ]),
  );

/** Calibrates each fold with the other folds, so that no row is calibrated with its own outcome. */
export function calibrateAcrossFolds(
  raw: Float64Array,
  labels: Uint8Array,
  foldOf: Int32Array,
  count: number,
): Float64Array {
  const chances = new Float64Array(raw.length);
  for (let fold = 0; fold < count; fold += 1) {
    const isOther = (_: number, at: number) => count === 1 || foldOf[at] !== fold;
    const calibration = fitCalibration({
      chances: raw.filter(isOther),
      labels: labels.filter(isOther),
    });
    for (const [at, chance] of raw.entries())
      if (foldOf[at] === fold) chances[at] = calibrateChance(calibration, chance).chance;
  }
  return chances;
}

/** Raises chances so that a longer period never has a smaller chance. */
export function raiseChancesWithHorizon(chances: readonly Float64Array[]): void {
  for (const [at, each] of chances.entries()) {
    const before = chances[at - 1];
    if (before !== undefined)
      for (const [row, chance] of each.entries()) each[row] = Math.max(chance, before[row] ?? 0);
  }
}

/** Returns the chances of rows, with the interval of the chance within 60 days. */
export function predictHorizonChances(
  model: TrainedModel,
  rows: readonly (readonly number[])[],
): NoticeChancesWithInterval[] {
  const table = {
    columns: model.columns,
    rows: rows.length,
    values: Float64Array.from(rows.flat()),
  };
  const raw = model.parts.map(({ model: learned }: { model: LearnedModel }) =>
    predictChances(learned, table),
  );
  return rows.map((_, row) => {
    let least = 0;
    const chances = model.parts.map(({ calibration }, at) => {
      least = Math.max(least, calibrateChance(calibration, raw[at]?.[row] ?? 0).chance);
      return least;
    });
    return limitToBand(model, chances);
  });
}
