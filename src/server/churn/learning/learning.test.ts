import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitBoosting, predictBoosted } from './boosting.ts';
import { calibrateChance, fitCalibration } from './calibration.ts';
import {
  compareLearners,
  createFoldSplitter,
  defaultBoostingOptions,
  predictOutOfFold,
  stratifiedFolds,
  timeFolds,
} from './compete.ts';
import { fitLogistic, modelDrivers, predictLogistic, sigmoid } from './logistic.ts';
import {
  areaUnderCurve,
  averagePrecision,
  bootstrapIntervals,
  brierScore,
  calibrationError,
  countFoundAmongTop,
  rankCases,
  reliabilityBins,
} from './metrics.ts';
import { seededRandom, shuffledIndexes } from './random.ts';
import type { AllowedEffectDirection, TrainingExamples } from './types.ts';

/** Generates cases whose chance depends on their columns. Some of the values are unknown. */
function invented(
  rows: number,
  weights: readonly number[],
  options: { seed?: number; missing?: number; signs?: readonly AllowedEffectDirection[] } = {},
): TrainingExamples {
  const random = seededRandom(options.seed ?? 1);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const values = new Float64Array(rows * weights.length);
  const labels = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) {
    let sum = -1;
    for (const [at, weight] of weights.entries()) {
      const value = normal();
      sum += weight * value;
      values[row * weights.length + at] = random() < (options.missing ?? 0) ? Number.NaN : value;
    }
    labels[row] = random() < sigmoid(sum) ? 1 : 0;
  }
  const columns = weights.map((_, at) => ({ name: `c${at}`, sign: options.signs?.[at] ?? 0 }));
  return { columns, rows, values, labels };
}
const areaOf = (chances: Float64Array, labels: Uint8Array) =>
  areaUnderCurve(rankCases({ chances, labels }));

describe('logistic regression', () => {
  it('recovers the weights that generated the cases', () => {
    const model = fitLogistic(invented(20_000, [1, -0.5, 0]));
    const weights = model.terms.map(({ weight, deviation }) => weight / deviation);
    for (const [at, expected] of [1, -0.5, 0].entries())
      expect(Math.abs((weights[at] ?? 9) - expected)).toBeLessThan(0.06);
    expect(Math.abs(model.intercept + 1)).toBeLessThan(0.08);
    const [strongest] = modelDrivers(model, 1.96);
    expect(strongest).toMatchObject({ column: 0, kind: 'value' });
    expect(strongest?.low).toBeLessThan(Math.E);
    expect(strongest?.high).toBeGreaterThan(Math.E * 0.95);
  });

  it('stops where the gradient of the penalized likelihood is 0', () => {
    const examples = invented(300, [1, -1]);
    const model = fitLogistic(examples);
    const chances = predictLogistic(model, examples);
    for (const { column, mean, deviation, weight } of model.terms) {
      let gradient = -weight;
      for (let row = 0; row < 300; row++)
        gradient +=
          ((examples.labels[row] as number) - (chances[row] as number)) *
          (((examples.values[row * 2 + column] as number) - mean) / deviation);
      expect(Math.abs(gradient)).toBeLessThan(1e-6);
    }
  });

  it('drops a column with the opposite sign', () => {
    const model = fitLogistic(invented(2000, [1, 1], { signs: [1, -1] }));
    expect(model.terms.map(({ column }) => column)).toEqual([0]);
  });

  it('accepts constant, incomplete and empty columns', () => {
    const examples = invented(400, [1, 0, 0], { missing: 0.2 });
    for (let row = 0; row < 400; row++) {
      examples.values[row * 3 + 1] = 7;
      examples.values[row * 3 + 2] = Number.NaN;
    }
    const model = fitLogistic(examples);
    expect(model.terms.map(({ column, kind }) => `${column} ${kind}`)).toEqual([
      '0 value',
      '0 missing',
    ]);
    expect(predictLogistic(model, examples).every((chance) => chance > 0 && chance < 1)).toBe(true);
  });

  it('stays finite when a column separates the labels', () => {
    const examples = invented(100, [0]);
    for (let row = 0; row < 100; row++)
      examples.labels[row] = (examples.values[row] as number) > 0 ? 1 : 0;
    const model = fitLogistic(examples);
    expect(Number.isFinite(model.terms[0]?.weight)).toBe(true);
    expect(areaOf(predictLogistic(model, examples), examples.labels)).toBe(1);
  });
});

describe('boosted trees', () => {
  it('find nonlinear effects', () => {
    const examples = invented(4000, [0, 0], { seed: 3 });
    for (let row = 0; row < 4000; row++)
      examples.labels[row] =
        (examples.values[row * 2] as number) * (examples.values[row * 2 + 1] as number) > 0 ? 1 : 0;
    const chances = predictBoosted(fitBoosting(examples, defaultBoostingOptions), examples);
    expect(areaOf(chances, examples.labels)).toBeGreaterThan(0.95);
    expect(areaOf(predictLogistic(fitLogistic(examples), examples), examples.labels)).toBeLessThan(
      0.6,
    );
  });

  it('are deterministic and unchanged by storing', () => {
    const examples = invented(1000, [1, -1, 0], { missing: 0.1 });
    const model = fitBoosting(examples, defaultBoostingOptions);
    expect(fitBoosting(examples, defaultBoostingOptions)).toEqual(model);
    expect(predictBoosted(JSON.parse(JSON.stringify(model)), examples)).toEqual(
      predictBoosted(model, examples),
    );
  });

  it('always follow the required sign', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.constantFrom<AllowedEffectDirection>(1, -1),
        (seed, sign) => {
          const examples = invented(400, [0.8, 0.5], { seed, signs: [sign, 0], missing: 0.1 });
          const model = fitBoosting(examples, { trees: 20, leaves: 8, rate: 0.3, leastRows: 10 });
          const at = (value: number, other: number) =>
            predictBoosted(model, {
              columns: examples.columns,
              rows: 1,
              values: Float64Array.of(value, other),
            })[0] as number;
          for (const other of [-1, 0, 1, Number.NaN])
            for (let value = -3; value < 3; value += 0.25)
              expect(sign * (at(value + 0.25, other) - at(value, other))).toBeGreaterThanOrEqual(
                -1e-12,
              );
        },
      ),
      { numRuns: 15 },
    );
  });

  it('grow no tree when the outcomes cannot be separated', () => {
    const examples = { ...invented(30, [1]), labels: new Uint8Array(30) };
    const model = fitBoosting(examples, defaultBoostingOptions);
    expect(predictBoosted(model, examples)[0]).toBeLessThan(0.05);
  });
});

describe('figures of a model', () => {
  const judged = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.boolean()), { minLength: 2, maxLength: 60 })
    .map((rows) => ({
      chances: Float64Array.from(rows, ([chance]) => chance / 8),
      labels: Uint8Array.from(rows, ([, label]) => Number(label)),
    }))
    .filter(({ labels }) => labels.includes(1) && labels.includes(0));

  it('equal hand counts of pairs and cases', () => {
    fc.assert(
      fc.property(judged, ({ chances, labels }) => {
        let [right, pairs] = [0, 0];
        for (const [one, label] of labels.entries())
          for (const [other, otherLabel] of labels.entries()) {
            if (label !== 1 || otherLabel !== 0) continue;
            pairs++;
            right +=
              (chances[one] as number) > (chances[other] as number)
                ? 1
                : chances[one] === chances[other]
                  ? 0.5
                  : 0;
          }
        const cases = rankCases({ chances, labels });
        expect(areaUnderCurve(cases)).toBeCloseTo(right / pairs, 12);
        expect(areaUnderCurve(cases, new Float64Array(labels.length).fill(3))).toBeCloseTo(
          right / pairs,
          12,
        );
        let precisions = 0;
        for (const [row, label] of labels.entries()) {
          const above = [...labels.keys()].filter(
            (other) => (chances[other] as number) >= (chances[row] as number),
          );
          if (label === 1)
            precisions += above.filter((other) => labels[other] === 1).length / above.length;
        }
        const positives = labels.filter((label) => label === 1).length;
        expect(averagePrecision(cases)).toBeCloseTo(precisions / positives, 12);
        const bins = reliabilityBins(cases);
        expect(bins.reduce((sum, { cases: count }) => sum + count, 0)).toBe(labels.length);
        expect(bins.length).toBeLessThanOrEqual(10);
        expect(calibrationError(bins)).toBeLessThanOrEqual(1);
        expect(countFoundAmongTop(cases, labels.length)).toBe(positives);
      }),
    );
  });

  it('show a well calibrated model', () => {
    const exact = { chances: Float64Array.of(0, 1, 1, 0), labels: Uint8Array.of(0, 1, 1, 0) };
    expect([
      brierScore(exact),
      areaUnderCurve(rankCases(exact)),
      averagePrecision(rankCases(exact)),
    ]).toEqual([0, 1, 1]);
    expect(
      areaUnderCurve(rankCases({ chances: Float64Array.of(0.2), labels: Uint8Array.of(1) })),
    ).toBeNaN();
  });

  it('have wider intervals for grouped cases', () => {
    const rows = 400;
    const labels = Uint8Array.from({ length: rows }, (_, row) => Number(row % 40 < 12));
    const chances = Float64Array.from({ length: rows }, (_, row) => ((row % 40) * 37) % 40);
    const cases = rankCases({ chances, labels });
    const figures = (weights: Float64Array) => ({ area: areaUnderCurve(cases, weights) });
    const alone = bootstrapIntervals(undefined, rows, figures, 5)('area');
    const grouped = bootstrapIntervals(
      Float64Array.from(labels, (_, row) => row % 40),
      rows,
      figures,
      5,
    )('area');
    expect(grouped.high - grouped.low).toBeGreaterThan(1.5 * (alone.high - alone.low));
    expect(bootstrapIntervals(undefined, rows, figures, 5)('area')).toEqual(alone);
  });
});

describe('calibration', () => {
  it('corrects overconfident chances and keeps their order', () => {
    const examples = invented(20_000, [1], { seed: 8 });
    const honest = predictLogistic(fitLogistic(examples), examples);
    const sure = honest.map((chance) => sigmoid(3 * Math.log(chance / (1 - chance)) + 1));
    const found = fitCalibration({ chances: sure, labels: examples.labels });
    const chances = sure.map((chance) => calibrateChance(found, chance).chance);
    expect(
      calibrationError(reliabilityBins(rankCases({ chances, labels: examples.labels }))),
    ).toBeLessThan(0.015);
    expect(areaOf(chances, examples.labels)).toBeCloseTo(areaOf(honest, examples.labels), 6);
    for (const raw of [0, 0.001, 0.5, 0.999, 1]) {
      const { chance, low, high } = calibrateChance(found, raw);
      expect(low).toBeLessThanOrEqual(chance);
      expect(high).toBeGreaterThanOrEqual(chance);
    }
  });

  it('avoids certainty for few cases', () => {
    const found = fitCalibration({
      chances: Float64Array.of(0.9, 0.8),
      labels: Uint8Array.of(1, 1),
    });
    expect(calibrateChance(found, 0.9).chance).toBeLessThan(1);
    expect(
      calibrateChance(
        fitCalibration({ chances: new Float64Array(0), labels: new Uint8Array(0) }),
        0.5,
      ),
    ).toMatchObject({ low: 0, high: 1 });
  });
});

describe('model selection', () => {
  const foldsOf = (labels: Uint8Array) =>
    stratifiedFolds(labels, shuffledIndexes(labels.length, seededRandom(2)), 5);

  it('chooses the simpler model when both are equal, and trees when they are better', () => {
    const linear = invented(2000, [1, -1], { seed: 5 });
    expect(
      compareLearners(
        predictOutOfFold(foldsOf(linear.labels), createFoldSplitter(linear)),
        linear.labels,
        undefined,
        1,
      ).winner,
    ).toBe('logistic');
    const crossed = invented(2000, [0, 0], { seed: 6 });
    for (let row = 0; row < 2000; row++)
      crossed.labels[row] =
        (crossed.values[row * 2] as number) * (crossed.values[row * 2 + 1] as number) > 0 ? 1 : 0;
    expect(
      compareLearners(
        predictOutOfFold(foldsOf(crossed.labels), createFoldSplitter(crossed)),
        crossed.labels,
        undefined,
        1,
      ).winner,
    ).toBe('boosted');
  });

  it('finds nothing in shuffled labels', () => {
    const examples = invented(12_000, [1, -1, 0.5], { seed: 9 });
    const order = shuffledIndexes(12_000, seededRandom(4));
    const labels = Uint8Array.from(order, (row) => examples.labels[row] as number);
    const { areas } = compareLearners(
      predictOutOfFold(foldsOf(labels), createFoldSplitter({ ...examples, labels })),
      labels,
      undefined,
      1,
    );
    expect(Math.abs(areas.logistic.value - 0.5)).toBeLessThan(0.03);
    expect(areas.logistic.low).toBeLessThan(0.5);
  });

  it('keeps rows of a group together', () => {
    const labels = Uint8Array.from({ length: 90 }, (_, row) => Number(row % 3 === 0));
    const groups = Float64Array.from(labels, (_, row) => row % 30);
    for (const { train, test } of stratifiedFolds(
      labels,
      shuffledIndexes(90, seededRandom(1)),
      5,
      groups,
    )) {
      const seen = new Set(train.map((row) => groups[row] as number));
      expect(test.some((row) => seen.has(groups[row] as number))).toBe(false);
    }
  });

  it('trains only on the past, with a gap', () => {
    const times = Float64Array.from({ length: 100 }, (_, row) => Math.floor(row / 2));
    const folds = timeFolds(
      times,
      Uint8Array.from(times, (_, row) => (row % 3 === 0 ? 1 : 0)),
      4,
      5,
    );
    expect(folds).toHaveLength(4);
    for (const { train, test } of folds) {
      const first = Math.min(...test.map((row) => times[row] as number));
      expect(Math.max(...train.map((row) => times[row] as number))).toBeLessThan(first - 5);
    }
    expect(timeFolds(times, new Uint8Array(100), 4, 5)).toEqual([]);
  });
});
