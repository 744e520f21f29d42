import type { Interval } from '#shared/core/statistics/intervals.ts';
import type { BoostingOptions } from './boosted-tree.ts';
import { type BoostedModel, fitBoosting, predictBoosted } from './boosting.ts';
import { fitLogistic, type LogisticModel, predictLogistic } from './logistic.ts';
import {
  areaUnderCurve,
  bootstrapIntervals,
  type FigureWithInterval,
  rankCases,
} from './metrics.ts';
import type { FeatureTable, TrainingExamples } from './types.ts';

export type LearnedModel = LogisticModel | BoostedModel;
export type LearnerName = LearnedModel['kind'];

/** Default options. Trees are small and leaves have many cases, because losses are rare. */
export const defaultBoostingOptions: BoostingOptions = {
  trees: 60,
  leaves: 8,
  rate: 0.1,
  leastRows: 20,
};

export const trainLearner = (learner: LearnerName, examples: TrainingExamples): LearnedModel =>
  learner === 'logistic' ? fitLogistic(examples) : fitBoosting(examples, defaultBoostingOptions);

export const predictChances = (model: LearnedModel, table: FeatureTable): Float64Array =>
  model.kind === 'logistic' ? predictLogistic(model, table) : predictBoosted(model, table);

/** Rows for training and rows for testing. */
export interface TrainTestFold {
  train: Int32Array;
  test: Int32Array;
}

export function selectExamples(
  { columns, values, labels }: TrainingExamples,
  rows: Int32Array,
): TrainingExamples {
  const width = columns.length;
  const picked = new Float64Array(rows.length * width);
  for (const [at, row] of rows.entries())
    picked.set(values.subarray(row * width, (row + 1) * width), at * width);
  return {
    columns,
    rows: rows.length,
    values: picked,
    labels: Uint8Array.from(rows, (row) => labels[row] as number),
  };
}

/**
 * Returns folds that train only on the past. The times are cut into `count` + 1 parts of similar
 * size. Each part but the first is a test set. Its training rows are at least `gap` earlier. Folds
 * whose training rows lack a label are left out.
 */
export function timeFolds(
  times: Float64Array,
  labels: Uint8Array,
  count: number,
  gap: number,
): TrainTestFold[] {
  const sorted = Float64Array.from(times).sort();
  const cuts = Array.from(
    { length: count + 2 },
    (_, part) =>
      sorted[
        Math.min(sorted.length - 1, Math.floor((part * sorted.length) / (count + 1)))
      ] as number,
  );
  const all = Int32Array.from(times, (_, row) => row);
  const folds = Array.from({ length: count }, (_, part): TrainTestFold => {
    const [from, to] = [
      cuts[part + 1] as number,
      part === count - 1 ? Infinity : (cuts[part + 2] as number),
    ];
    return {
      train: all.filter((row) => (times[row] as number) < from - gap),
      test: all.filter((row) => (times[row] as number) >= from && (times[row] as number) < to),
    };
  });
  return folds.filter(
    ({ train, test }) =>
      test.length > 0 && new Set(train.map((row) => labels[row] as number)).size === 2,
  );
}

/**
 * Returns folds with a similar share of both labels. Rows are assigned in the order `order`. All
 * rows of a group are in the same fold.
 */
export function stratifiedFolds(
  labels: Uint8Array,
  order: Int32Array,
  count: number,
  groups?: Float64Array,
): TrainTestFold[] {
  const places = new Int32Array(labels.length);
  const next = [0, 0];
  const ofGroup = new Map<number, number>();
  for (const row of order) {
    const label = labels[row] as 0 | 1;
    const group = groups?.[row];
    const given = group === undefined ? undefined : ofGroup.get(group);
    const place = given ?? (next[label] as number) % count;
    places[row] = place;
    if (given !== undefined) continue;
    if (group !== undefined) ofGroup.set(group, place);
    next[label] = (next[label] as number) + 1;
  }
  const all = Int32Array.from(labels, (_, row) => row);
  return Array.from({ length: count }, (_, fold) => ({
    train: all.filter((row) => places[row] !== fold),
    test: all.filter((row) => places[row] === fold),
  })).filter(
    ({ train, test }) =>
      test.length > 0 && new Set(train.map((row) => labels[row] as number)).size === 2,
  );
}

/** Predictions of each learner for rows outside its training data. `rows` are the row numbers. */
export interface OutOfFoldPredictions {
  rows: Int32Array;
  chances: Record<LearnerName, Float64Array>;
}

/** Training examples and test rows of a fold. The encoding is based on the training rows only. */
export interface FoldData {
  past: TrainingExamples;
  asked: FeatureTable;
}

/**
 * Returns a function that splits the examples into the training examples and the test rows of a
 * fold. All folds have the same columns.
 */
export const createFoldSplitter =
  (examples: TrainingExamples) =>
  ({ train, test }: TrainTestFold): FoldData => ({
    past: selectExamples(examples, train),
    asked: selectExamples(examples, test),
  });

export function predictOutOfFold(
  folds: readonly TrainTestFold[],
  prepare: (fold: TrainTestFold) => FoldData,
): OutOfFoldPredictions {
  const parts = folds.map((fold) => {
    const { past, asked } = prepare(fold);
    return {
      test: fold.test,
      chances: {
        logistic: predictChances(trainLearner('logistic', past), asked),
        boosted: predictChances(trainLearner('boosted', past), asked),
      },
    };
  });
  const joined = (learner: LearnerName) =>
    Float64Array.from(parts.flatMap(({ chances }) => [...chances[learner]]));
  return {
    rows: Int32Array.from(parts.flatMap(({ test }) => [...test])),
    chances: { logistic: joined('logistic'), boosted: joined('boosted') },
  };
}

export interface LearnerComparison {
  winner: LearnerName;
  areas: Record<LearnerName, FigureWithInterval>;
  /** Area under the curve of boosting minus that of logistic regression. */
  difference: FigureWithInterval;
}

/**
 * Compares both learners by the area under the curve. The intervals resample whole groups. Logistic
 * regression wins unless boosting is significantly better.
 */
export function compareLearners(
  outOf: OutOfFoldPredictions,
  labels: Uint8Array,
  groups: Float64Array | undefined,
  seed: number,
): LearnerComparison {
  const own = Uint8Array.from(outOf.rows, (row) => labels[row] as number);
  const cases = {
    logistic: rankCases({ chances: outOf.chances.logistic, labels: own }),
    boosted: rankCases({ chances: outOf.chances.boosted, labels: own }),
  };
  const figures = (weights?: Float64Array) => {
    const [logistic, boosted] = [
      areaUnderCurve(cases.logistic, weights),
      areaUnderCurve(cases.boosted, weights),
    ];
    return { logistic, boosted, difference: boosted - logistic };
  };
  const ownGroups = groups && Float64Array.from(outOf.rows, (row) => groups[row] as number);
  const interval = bootstrapIntervals(ownGroups, own.length, figures, seed);
  const values = figures();
  const figure = (name: keyof typeof values): FigureWithInterval => ({
    value: values[name],
    ...(interval(name) satisfies Interval),
  });
  const difference = figure('difference');
  return {
    winner: difference.low > 0 ? 'boosted' : 'logistic',
    areas: { logistic: figure('logistic'), boosted: figure('boosted') },
    difference,
  };
}
