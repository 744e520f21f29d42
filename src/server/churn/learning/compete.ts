import type { Interval } from '#shared/core/statistics/intervals.ts';
import { type Boosted, type BoostingOptions, fitBoosting, predictBoosted } from './boosting.ts';
import { fitLogistic, type Logistic, predictLogistic } from './logistic.ts';
import { areaUnderCurve, bootstrapped, type Figure, ranked } from './metrics.ts';
import type { Examples, Table } from './types.ts';

export type Learned = Logistic | Boosted;
export type LearnerName = Learned['kind'];

/** Few losses bear few leaves: small trees, many cases in each. */
export const usualBoosting: BoostingOptions = { trees: 60, leaves: 8, rate: 0.1, leastRows: 20 };

export const learn = (learner: LearnerName, examples: Examples): Learned =>
  learner === 'logistic' ? fitLogistic(examples) : fitBoosting(examples, usualBoosting);

export const predict = (model: Learned, table: Table): Float64Array =>
  model.kind === 'logistic' ? predictLogistic(model, table) : predictBoosted(model, table);

/** Rows that a model learns from and rows that it is then asked about. */
export interface Fold {
  train: Int32Array;
  test: Int32Array;
}

export function rowsOf({ columns, values, labels }: Examples, rows: Int32Array): Examples {
  const width = columns.length;
  const picked = new Float64Array(rows.length * width);
  for (const [at, row] of rows.entries()) picked.set(values.subarray(row * width, (row + 1) * width), at * width);
  return { columns, rows: rows.length, values: picked, labels: Uint8Array.from(rows, (row) => labels[row] as number) };
}

/**
 * Folds that learn from the past only: the times are cut into `count` + 1 parts of about as many rows, and each part but the first is
 * foretold from what was over at least `gap` before it. Without a single past example of both labels a fold is left out.
 */
export function timeFolds(times: Float64Array, labels: Uint8Array, count: number, gap: number): Fold[] {
  const sorted = Float64Array.from(times).sort();
  const cuts = Array.from(
    { length: count + 2 },
    (_, part) => sorted[Math.min(sorted.length - 1, Math.floor((part * sorted.length) / (count + 1)))] as number,
  );
  const all = Int32Array.from(times, (_, row) => row);
  const folds = Array.from({ length: count }, (_, part): Fold => {
    const [from, to] = [cuts[part + 1] as number, part === count - 1 ? Infinity : (cuts[part + 2] as number)];
    return {
      train: all.filter((row) => (times[row] as number) < from - gap),
      test: all.filter((row) => (times[row] as number) >= from && (times[row] as number) < to),
    };
  });
  return folds.filter(({ train, test }) => test.length > 0 && new Set(train.map((row) => labels[row] as number)).size === 2);
}

/** Folds that each have about the same share of both labels; rows come in the order given. */
export function stratifiedFolds(labels: Uint8Array, order: Int32Array, count: number): Fold[] {
  const places = new Int32Array(labels.length);
  const next = [0, 0];
  for (const row of order) {
    const label = labels[row] as 0 | 1;
    places[row] = (next[label] as number) % count;
    next[label] = (next[label] as number) + 1;
  }
  const all = Int32Array.from(labels, (_, row) => row);
  return Array.from({ length: count }, (_, fold) => ({
    train: all.filter((row) => places[row] !== fold),
    test: all.filter((row) => places[row] === fold),
  })).filter(({ train, test }) => test.length > 0 && new Set(train.map((row) => labels[row] as number)).size === 2);
}

/** What each learner says of every row that a fold asks about, never having seen it; `rows` are those. */
export interface OutOfFold {
  rows: Int32Array;
  chances: Record<LearnerName, Float64Array>;
}

export function outOfFold(examples: Examples, folds: readonly Fold[], onFold?: () => void): OutOfFold {
  const parts = folds.map(({ train, test }) => {
    const [past, asked] = [rowsOf(examples, train), rowsOf(examples, test)];
    const chances = { logistic: predict(learn('logistic', past), asked), boosted: predict(learn('boosted', past), asked) };
    onFold?.();
    return { test, chances };
  });
  const joined = (learner: LearnerName) => Float64Array.from(parts.flatMap(({ chances }) => [...chances[learner]]));
  return {
    rows: Int32Array.from(parts.flatMap(({ test }) => [...test])),
    chances: { logistic: joined('logistic'), boosted: joined('boosted') },
  };
}

export interface Competition {
  winner: LearnerName;
  areas: Record<LearnerName, Figure>;
  /** Boosting's area minus that of logistic regression. */
  difference: Figure;
}

/** Both learners by their area under the curve, with intervals over whole groups. Logistic regression wins unless trees are better beyond chance. */
export function compete(outOf: OutOfFold, labels: Uint8Array, groups: Float64Array | undefined, seed: number): Competition {
  const own = Uint8Array.from(outOf.rows, (row) => labels[row] as number);
  const cases = {
    logistic: ranked({ chances: outOf.chances.logistic, labels: own }),
    boosted: ranked({ chances: outOf.chances.boosted, labels: own }),
  };
  const figures = (weights?: Float64Array) => {
    const [logistic, boosted] = [areaUnderCurve(cases.logistic, weights), areaUnderCurve(cases.boosted, weights)];
    return { logistic, boosted, difference: boosted - logistic };
  };
  const ownGroups = groups && Float64Array.from(outOf.rows, (row) => groups[row] as number);
  const interval = bootstrapped(ownGroups, own.length, figures, seed);
  const values = figures();
  const figure = (name: keyof typeof values): Figure => ({ value: values[name], ...(interval(name) satisfies Interval) });
  const difference = figure('difference');
  return {
    winner: difference.low > 0 ? 'boosted' : 'logistic',
    areas: { logistic: figure('logistic'), boosted: figure('boosted') },
    difference,
  };
}
