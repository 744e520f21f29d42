import { z } from 'zod';
import type { Interval } from '#shared/core/statistics/intervals.ts';
import type { FeatureTable, TrainingExamples } from './types.ts';

/**
 * Term of the model: the standardized value of a column, or an indicator that is 1 when the column
 * is unknown.
 */
const termSchema = z.strictObject({
  column: z.int(),
  kind: z.enum(['value', 'missing']),
  mean: z.number(),
  deviation: z.number(),
  weight: z.number(),
  /** Standard error of the weight, from the curvature of the likelihood at its maximum. */
  error: z.number(),
});

export const logisticModelSchema = z.strictObject({
  kind: z.literal('logistic'),
  intercept: z.number(),
  terms: z.array(termSchema),
  /** Number of Newton steps until convergence. */
  steps: z.int(),
});
export type LogisticModel = z.output<typeof logisticModelSchema>;
type Term = z.output<typeof termSchema>;

/** Precision of the normal prior that pulls the weights of standardized columns toward 0. */
const ridge = 1;
const mostSteps = 30;
/**
 * A column gets a separate term for unknown values only when at least this share (0–1) of its
 * values is unknown and at least this share is known.
 */
const leastMissing = 0.01;

export const sigmoid = (value: number): number =>
  value >= 0 ? 1 / (1 + Math.exp(-value)) : Math.exp(value) / (1 + Math.exp(value));

/**
 * Fits a logistic regression with ridge penalty by Newton's method. Columns are standardized, and
 * the mean replaces unknown values. A column whose weight contradicts its sign is removed, and the
 * model is fitted again. The result is deterministic to the last bit.
 */
export function fitLogistic(examples: TrainingExamples): LogisticModel {
  let terms = termsOf(examples);
  for (;;) {
    const fitted = newton(examples, terms);
    const against = ({ column, kind, weight }: Term) =>
      kind === 'value' && weight * (examples.columns[column]?.sign ?? 0) < 0;
    if (!fitted.terms.some(against)) return fitted;
    const left = new Set(
      fitted.terms.filter((term) => !against(term)).map(({ column, kind }) => `${kind} ${column}`),
    );
    terms = terms.filter(({ column, kind }) => left.has(`${kind} ${column}`));
  }
}

function termsOf({ columns, rows, values }: FeatureTable): Term[] {
  const width = columns.length;
  return columns.flatMap((_, column): Term[] => {
    let [count, mean, squares] = [0, 0, 0];
    for (let at = column; at < values.length; at += width) {
      const value = values[at] as number;
      if (Number.isNaN(value)) continue;
      count++;
      const step = value - mean;
      mean += step / count;
      squares += step * (value - mean);
    }
    const deviation = Math.sqrt(squares / Math.max(1, count));
    const missing = 1 - count / Math.max(1, rows);
    const own: Term = { column, kind: 'value', mean, deviation, weight: 0, error: 0 };
    const gap: Term = { column, kind: 'missing', mean: missing, deviation: 1, weight: 0, error: 0 };
    return [
      ...(deviation > 1e-12 * (1 + Math.abs(mean)) ? [own] : []),
      ...(missing >= leastMissing && missing <= 1 - leastMissing ? [gap] : []),
    ];
  });
}

const termValue = ({ kind, mean, deviation }: Term, value: number): number =>
  kind === 'missing'
    ? Number(Number.isNaN(value)) - mean
    : Number.isNaN(value)
      ? 0
      : (value - mean) / deviation;

function design({ columns, rows, values }: FeatureTable, terms: readonly Term[]): Float64Array {
  const matrix = new Float64Array(rows * terms.length);
  for (let row = 0; row < rows; row++)
    for (const [at, term] of terms.entries())
      matrix[row * terms.length + at] = termValue(
        term,
        values[row * columns.length + term.column] as number,
      );
  return matrix;
}

function newton(examples: TrainingExamples, terms: readonly Term[]): LogisticModel {
  const { rows, labels } = examples;
  const width = terms.length;
  const size = width + 1;
  const matrix = design(examples, terms);
  const positives = labels.reduce((sum, label) => sum + label, 0);
  // The last weight is the intercept, which starts at the log odds of the base rate.
  const weights = new Float64Array(size);
  weights[width] = Math.log((positives + 0.5) / (rows - positives + 0.5));
  let curvature = new Float64Array(size * size);
  let steps = 0;
  for (let largest = Infinity; largest > 1e-10 && steps < mostSteps; steps++) {
    const gradient = new Float64Array(size);
    curvature = new Float64Array(size * size);
    for (let row = 0; row < rows; row++)
      addRow(
        matrix.subarray(row * width, (row + 1) * width),
        labels[row] as number,
        weights,
        gradient,
        curvature,
      );
    for (let at = 0; at < width; at++) {
      gradient[at] = (gradient[at] as number) - ridge * (weights[at] as number);
      curvature[at * size + at] = (curvature[at * size + at] as number) + ridge;
    }
    const change = choleskySolve(curvature, gradient);
    const start = Float64Array.from(weights);
    const before = penalised(matrix, labels, start);
    let part = 1;
    // Far from the maximum, a full Newton step can overshoot. The step is halved until the
    // objective increases.
    for (; part > 1e-6; part /= 2) {
      for (let at = 0; at < size; at++)
        weights[at] = (start[at] as number) + part * (change[at] as number);
      if (penalised(matrix, labels, weights) >= before) break;
    }
    largest = part * Math.max(...change.map(Math.abs));
  }
  const errors = inverseDiagonal(curvature, size).map(Math.sqrt);
  return {
    kind: 'logistic',
    intercept: weights[width] as number,
    terms: terms.map((term, at) => ({
      ...term,
      weight: weights[at] as number,
      error: errors[at] as number,
    })),
    steps,
  };
}

/** Returns the objective of Newton's method: the log likelihood minus the ridge penalty. */
function penalised(matrix: Float64Array, labels: Uint8Array, weights: Float64Array): number {
  const width = weights.length - 1;
  let total = 0;
  for (let row = 0; row < labels.length; row++) {
    let sum = weights[width] as number;
    for (let at = 0; at < width; at++)
      sum += (matrix[row * width + at] as number) * (weights[at] as number);
    total += (labels[row] === 1 ? sum : 0) - (sum > 30 ? sum : Math.log1p(Math.exp(sum)));
  }
  for (let at = 0; at < width; at++) total -= (ridge / 2) * (weights[at] as number) ** 2;
  return total;
}

function addRow(
  row: Float64Array,
  label: number,
  weights: Float64Array,
  gradient: Float64Array,
  curvature: Float64Array,
): void {
  const width = row.length;
  const size = width + 1;
  let sum = weights[width] as number;
  for (let at = 0; at < width; at++) sum += (row[at] as number) * (weights[at] as number);
  const chance = sigmoid(sum);
  const residual = label - chance;
  const spread = Math.max(chance * (1 - chance), 1e-12);
  for (let at = 0; at < width; at++) {
    const value = row[at] as number;
    gradient[at] = (gradient[at] as number) + residual * value;
    const scaled = spread * value;
    const start = at * size;
    for (let other = 0; other <= at; other++)
      curvature[start + other] =
        (curvature[start + other] as number) + scaled * (row[other] as number);
  }
  const last = width * size;
  for (let at = 0; at < width; at++)
    curvature[last + at] = (curvature[last + at] as number) + spread * (row[at] as number);
  curvature[last + width] = (curvature[last + width] as number) + spread;
  gradient[width] = (gradient[width] as number) + residual;
}

/**
 * Returns the Cholesky factor of a symmetric matrix. Reads only the lower triangle of the matrix.
 */
function cholesky(matrix: Float64Array, size: number): Float64Array {
  const lower = new Float64Array(size * size);
  for (let row = 0; row < size; row++)
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column] as number;
      for (let at = 0; at < column; at++)
        sum -= (lower[row * size + at] as number) * (lower[column * size + at] as number);
      lower[row * size + column] =
        row === column
          ? Math.sqrt(Math.max(sum, 1e-12))
          : sum / (lower[column * size + column] as number);
    }
  return lower;
}

function choleskySolve(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const lower = cholesky(matrix, size);
  const solved = Float64Array.from(right);
  for (let row = 0; row < size; row++) {
    for (let at = 0; at < row; at++)
      solved[row] =
        (solved[row] as number) - (lower[row * size + at] as number) * (solved[at] as number);
    solved[row] = (solved[row] as number) / (lower[row * size + row] as number);
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let at = row + 1; at < size; at++)
      solved[row] =
        (solved[row] as number) - (lower[at * size + row] as number) * (solved[at] as number);
    solved[row] = (solved[row] as number) / (lower[row * size + row] as number);
  }
  return solved;
}

function inverseDiagonal(matrix: Float64Array, size: number): number[] {
  return Array.from({ length: size }, (_, at) => {
    const unit = new Float64Array(size);
    unit[at] = 1;
    return choleskySolve(matrix, unit)[at] as number;
  });
}

export function predictLogistic(
  { intercept, terms }: LogisticModel,
  { columns, rows, values }: FeatureTable,
): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) =>
    sigmoid(
      terms.reduce(
        (sum, term) =>
          sum + term.weight * termValue(term, values[row * columns.length + term.column] as number),
        intercept,
      ),
    ),
  );
}

export interface ModelDriver extends Interval {
  column: number;
  kind: Term['kind'];
  /** Standard deviation of the column, in the unit of the column. */
  step: number;
  /**
   * Odds ratio for an increase by one standard deviation. For an indicator of unknown values,
   * compares unknown with known values. All other columns are held constant.
   */
  oddsRatio: number;
}

/**
 * Returns the model's drivers, strongest first. The intervals are `standardErrors` standard errors
 * wide on each side.
 */
export const modelDrivers = ({ terms }: LogisticModel, standardErrors: number): ModelDriver[] =>
  terms
    .toSorted((one, other) => Math.abs(other.weight) - Math.abs(one.weight))
    .map(({ column, kind, deviation, weight, error }) => ({
      column,
      kind,
      step: deviation,
      oddsRatio: Math.exp(weight),
      low: Math.exp(weight - standardErrors * error),
      high: Math.exp(weight + standardErrors * error),
    }));
