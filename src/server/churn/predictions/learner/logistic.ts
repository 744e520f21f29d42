const penalty = 3;
const mostSteps = 12;
const tolerance = 1e-6;

export const chanceAt = (logit: number): number => 1 / (1 + Math.exp(-logit));

export function product(weights: readonly number[], encoded: Float64Array, at: number): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index += 1) sum += (weights[index] ?? 0) * (encoded[at + index] ?? 0);
  return sum;
}

/**
 * Logistic regression by Newton's steps, its weights held small by an L2 penalty that spares the first, which is the intercept. A
 * weight whose sign must not be is left out and the others are fitted again. `signs` has -1, 0 or 1 for each weight.
 */
export function fitLogistic(encoded: Float64Array, width: number, labels: Uint8Array, signs: readonly number[]): number[] {
  const isOut = new Set<number>();
  for (;;) {
    const weights = newton(encoded, width, labels, isOut);
    const wrong = weights.flatMap((weight, at) => (weight * (signs[at] ?? 0) < 0 ? [at] : []));
    if (wrong.length === 0) return weights;
    for (const at of wrong) isOut.add(at);
  }
}

function newton(encoded: Float64Array, width: number, labels: Uint8Array, isOut: ReadonlySet<number>): number[] {
  const used = Array.from({ length: width }, (_, at) => at).filter((at) => !isOut.has(at));
  const size = used.length;
  const weights = Array.from({ length: width }, () => 0);
  const row = new Float64Array(size);
  for (let step = 0; step < mostSteps; step += 1) {
    const gradient = new Float64Array(size);
    const curvature = new Float64Array(size * size);
    for (let at = 0; at < labels.length; at += 1) {
      let logit = 0;
      for (let index = 0; index < size; index += 1) {
        const column = used[index] ?? 0;
        const value = encoded[at * width + column] ?? 0;
        row[index] = value;
        logit += value * (weights[column] ?? 0);
      }
      const chance = chanceAt(logit);
      const miss = (labels[at] ?? 0) - chance;
      const weight = Math.max(1e-9, chance * (1 - chance));
      for (let index = 0; index < size; index += 1) {
        const value = row[index] ?? 0;
        if (value === 0) continue;
        gradient[index] = (gradient[index] ?? 0) + miss * value;
        const scaled = weight * value;
        for (let other = 0; other <= index; other += 1)
          curvature[index * size + other] = (curvature[index * size + other] ?? 0) + scaled * (row[other] ?? 0);
      }
    }
    for (let index = 1; index < size; index += 1) {
      gradient[index] = (gradient[index] ?? 0) - penalty * (weights[used[index] ?? 0] ?? 0);
      curvature[index * size + index] = (curvature[index * size + index] ?? 0) + penalty;
    }
    const change = solve(curvature, gradient, size);
    for (const [index, column] of used.entries()) weights[column] = (weights[column] ?? 0) + (change[index] ?? 0);
    if (change.every((value) => Math.abs(value) < tolerance)) break;
  }
  return weights;
}

/** Solves a positive definite system whose lower half is given, by Cholesky's decomposition in place. */
export function solve(matrix: Float64Array, right: Float64Array, size: number): Float64Array {
  const at = (row: number, column: number) => matrix[row * size + column] ?? 0;
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column <= row; column += 1) {
      let sum = at(row, column);
      for (let before = 0; before < column; before += 1) sum -= at(row, before) * at(column, before);
      matrix[row * size + column] = row === column ? Math.sqrt(Math.max(sum, 1e-12)) : sum / at(column, column);
    }
  const solution = Float64Array.from(right);
  for (let row = 0; row < size; row += 1) {
    let sum = solution[row] ?? 0;
    for (let before = 0; before < row; before += 1) sum -= at(row, before) * (solution[before] ?? 0);
    solution[row] = sum / at(row, row);
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = solution[row] ?? 0;
    for (let after = row + 1; after < size; after += 1) sum -= at(after, row) * (solution[after] ?? 0);
    solution[row] = sum / at(row, row);
  }
  return solution;
}
