// Compares training with a bare loop of the same floating-point work in the same run. Then measures
// a day of predictions.

import type { BoostingOptions } from '#server/churn/learning/boosted-tree.ts';
import { fitBoosting } from '#server/churn/learning/boosting.ts';
import { fitLogistic, sigmoid } from '#server/churn/learning/logistic.ts';
import { seededRandom } from '#server/churn/learning/random.ts';
import type { TrainingExamples } from '#server/churn/learning/types.ts';
import { measureChurnDay } from './churn-day.ts';
import { median } from './median.ts';
import type { Bench, BenchRow } from './types.ts';

const rounds = 5;
const boosting: BoostingOptions = { trees: 100, leaves: 31, rate: 0.1, leastRows: 20 };

function invented(rows: number, width: number): TrainingExamples {
  const random = seededRandom(1);
  const values = Float64Array.from({ length: rows * width }, () => random() * 2 - 1);
  const labels = Uint8Array.from({ length: rows }, (_, row) => {
    let sum = -2;
    for (let column = 0; column < width; column += 4)
      sum += (values[row * width + column] as number) * (column % 8 === 0 ? 1 : -1);
    return random() < sigmoid(sum) ? 1 : 0;
  });
  return {
    columns: Array.from({ length: width }, (_, at) => ({ name: `c${at}`, sign: 0 })),
    rows,
    values,
    labels,
  };
}

/**
 * Runs the Newton steps of the fit: for each row, a dot product, an exponential, and the lower
 * triangle of the curvature.
 */
function bareNewton({ rows, values, columns }: TrainingExamples, steps: number): number {
  const width = columns.length;
  const curvature = new Float64Array(width * width);
  const weights = new Float64Array(width).fill(0.01);
  for (let step = 0; step < steps; step++)
    for (let row = 0; row < rows; row++) {
      const start = row * width;
      let sum = 0;
      for (let at = 0; at < width; at++)
        sum += (values[start + at] as number) * (weights[at] as number);
      const spread = 1 / (1 + Math.exp(-sum));
      for (let at = 0; at < width; at++) {
        const scaled = spread * (values[start + at] as number);
        for (let other = 0; other <= at; other++)
          curvature[at * width + other] =
            (curvature[at * width + other] as number) + scaled * (values[start + other] as number);
      }
    }
  return curvature[0] as number;
}

/**
 * Runs the minimum number of additions for the histograms of boosted trees. For each tree, level
 * and column, these are two sums and a count over half of the rows.
 */
function bareHistograms(rows: number, width: number, trees: number, levels: number): number {
  const bins = Uint8Array.from({ length: rows * width }, (_, at) => (at * 31) & 63);
  const gradients = new Float64Array(rows).fill(0.5);
  const sums = new Float64Array(width * 64 * 3);
  for (let tree = 0; tree < trees; tree++)
    for (let level = 0; level < levels; level++)
      for (let column = 0; column < width; column++) {
        const half = level === 0 ? rows : rows >> 1;
        for (let row = 0; row < half; row++) {
          const place = (column * 64 + (bins[column * rows + row] as number)) * 3;
          sums[place] = (sums[place] as number) + (gradients[row] as number);
          sums[place + 1] = (sums[place + 1] as number) + (gradients[row] as number);
          sums[place + 2] = (sums[place + 2] as number) + 1;
        }
      }
  return sums[0] as number;
}

function race(
  measure: string,
  limit: BenchRow['limit'],
  note: string,
  times: number,
  work: () => unknown,
  bare: () => unknown,
): BenchRow {
  const timed = (run: () => unknown) => {
    const started = performance.now();
    run();
    return (performance.now() - started) / 1000;
  };
  const [ours, anchor]: [number[], number[]] = [[], []];
  for (let round = 0; round <= times; round++) {
    const [own, other] = [timed(work), timed(bare)];
    // The first round is a warm-up.
    if (round === 0) continue;
    ours.push(own);
    anchor.push(other);
  }
  const ratio = median(ours.map((value, round) => value / (anchor[round] ?? Number.NaN)));
  return {
    bench: 'churn',
    measure,
    ours: median(ours),
    anchor: median(anchor),
    ratio,
    limit,
    unit: 's',
    note,
  };
}

export const churnBench: Bench = {
  name: 'churn',
  async run() {
    const some = invented(5_000, 40);
    const steps = fitLogistic(some).steps;
    const many = invented(50_000, 40);
    const levels = Math.ceil(Math.log2(boosting.leaves));
    return [
      race(
        'logistic regression, 5,000 × 40',
        { atMost: 3 },
        `anchor: the ${steps} steps’ sums in a bare loop`,
        rounds,
        () => fitLogistic(some),
        () => bareNewton(some, steps),
      ),
      race(
        'boosting, 100 trees of 31 leaves, 50,000 × 40',
        {},
        'anchor: the histograms’ sums in a bare loop',
        2,
        () => fitBoosting(many, boosting),
        () => bareHistograms(many.rows, 40, boosting.trees, levels),
      ),
      ...(await measureChurnDay()),
    ];
  },
};
