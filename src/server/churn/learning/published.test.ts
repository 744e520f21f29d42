import { expect, it } from 'vitest';
import { fitLogistic, predictLogistic } from './logistic.ts';
import { areaUnderCurve, averagePrecision, brierScore, rankCases } from './metrics.ts';

// Data of Finney (1947) as printed by Pregibon (1981): volume and rate of a breath, and whether the
// blood vessels of the skin narrowed.
const volume = [
  3.7, 3.5, 1.25, 0.75, 0.8, 0.7, 0.6, 1.1, 0.9, 0.9, 0.8, 0.55, 0.6, 1.4, 0.75, 2.3, 3.2, 0.85,
  1.7, 1.8, 0.4, 0.95, 1.35, 1.5, 1.6, 0.6, 1.8, 0.95, 1.9, 1.6, 2.7, 2.35, 1.1, 1.1, 1.2, 0.8,
  0.95, 0.75, 1.3,
];
const rate = [
  0.825, 1.09, 2.5, 1.5, 3.2, 3.5, 0.75, 1.7, 0.75, 0.45, 0.57, 2.75, 3, 2.33, 3.75, 1.64, 1.6,
  1.415, 1.06, 1.8, 2, 1.36, 1.35, 1.36, 1.78, 1.5, 1.5, 1.9, 0.95, 0.4, 0.75, 0.03, 1.83, 2.2, 2,
  3.33, 1.9, 1.9, 1.625,
];
const narrowed = [
  1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0,
  1, 1, 1, 0, 0, 1,
];

/** Returns the 39 cases, repeated `times` times. */
const breaths = (times: number) => ({
  columns: ['log volume', 'log rate'].map((name) => ({ name, sign: 0 as const })),
  rows: 39 * times,
  values: Float64Array.from(
    Array.from({ length: times }, () =>
      volume.flatMap((each, at) => [Math.log(each), Math.log(rate[at] ?? Number.NaN)]),
    ).flat(),
  ),
  labels: Uint8Array.from(Array.from({ length: times }, () => narrowed).flat()),
});

it('logistic regression matches published weights and errors without a ridge', () => {
  const times = 4_000;
  const { intercept, terms } = fitLogistic(breaths(times));
  const weights = terms.map(({ weight, deviation }) => weight / deviation);
  const constant =
    intercept - terms.reduce((sum, { mean }, at) => sum + mean * (weights[at] ?? 0), 0);
  // Pregibon (1981), table 1, publishes -2.875, 5.179 (1.865) and 4.562 (1.838).
  expect([constant, ...weights]).toEqual(
    [-2.875, 5.179, 4.562].map((published) => expect.closeTo(published, 2)),
  );
  expect(terms.map(({ error, deviation }) => (error / deviation) * Math.sqrt(times))).toEqual([
    expect.closeTo(1.865, 2),
    expect.closeTo(1.838, 2),
  ]);
});

it('logistic regression with a ridge matches NumPy', () => {
  const { intercept, terms } = fitLogistic(breaths(1));
  expect(intercept).toBeCloseTo(-0.05631090354366317, 9);
  expect(terms.map(({ weight }) => weight)).toEqual([
    expect.closeTo(1.3664494452655236, 9),
    expect.closeTo(1.4798557678992834, 9),
  ]);
  expect(terms.map(({ error }) => error)).toEqual([
    expect.closeTo(0.4443527608588841, 9),
    expect.closeTo(0.575823291147918, 9),
  ]);
});

it('figures of published chances match NumPy', () => {
  const examples = breaths(1);
  const chances = Float64Array.from(volume, (each, at) => {
    const sum =
      -2.87542171 + 5.17932402 * Math.log(each) + 4.56167528 * Math.log(rate[at] ?? Number.NaN);
    return 1 / (1 + Math.exp(-sum));
  });
  const cases = rankCases({ chances, labels: examples.labels });
  expect(areaUnderCurve(cases)).toBeCloseTo(0.9368421052631579, 12);
  expect(averagePrecision(cases)).toBeCloseTo(0.9589247311827958, 12);
  expect(brierScore(cases)).toBeCloseTo(0.1177909837818557, 8);
  const learned = predictLogistic(fitLogistic(examples), examples);
  expect(areaUnderCurve(rankCases({ chances: learned, labels: examples.labels }))).toBeGreaterThan(
    0.9,
  );
});
