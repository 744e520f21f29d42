import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantile } from '#shared/core/numbers/median.ts';
import { cumulativeIncidence } from './competing.ts';
import { chiSquareTail, studentCumulativeProbability, studentQuantile } from './distributions.ts';
import { rateInterval, shareDifferenceInterval, wilsonInterval } from './intervals.ts';
import { computeSampleStatistics, meanDifferenceInterval, meanInterval } from './means.ts';
import { normalQuantile } from './normal.ts';
import {
  type Lifetime,
  logRank,
  restrictedMean,
  survivalCurve,
  survivalQuantile,
  survivingShareAt,
} from './survival.ts';

const gone = (...times: number[]): Lifetime[] =>
  times.map((time) => ({ entry: 0, time, event: true }));
const seen = (...times: number[]): Lifetime[] =>
  times.map((time) => ({ entry: 0, time, event: false }));

// Freireich et al. (1963): weeks of remission of children with leukemia, on 6-mercaptopurine and on
// a placebo.
const treated = [
  ...gone(6, 6, 6, 7, 10, 13, 16, 22, 23),
  ...seen(6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35),
];
const placebo = gone(1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23);
// Miller (1981): weeks until relapse in acute myelogenous leukemia, with maintained chemotherapy
// and without (`aml` of R's survival).
const maintained = [...gone(9, 13, 18, 23, 31, 34, 48), ...seen(13, 28, 45, 161)];
const notMaintained = [...gone(5, 5, 8, 8, 12, 23, 27, 30, 33, 43, 45), ...seen(16)];

describe('distributions', () => {
  // Values of R's qnorm, qt and pchisq.
  it.each([
    [0.5, 0],
    [0.975, 1.959963984540054],
    [0.995, 2.5758293035489004],
    [0.1, -1.2815515655446004],
    [1e-10, -6.361340902404056],
  ])('the normal quantile of %d', (share, expected) =>
    expect(normalQuantile(share)).toBeCloseTo(expected, 12),
  );

  it.each([
    [0.975, 1, 12.706204736174698],
    [0.975, 10, 2.2281388519649385],
    [0.95, 30, 1.697260886593957],
    [0.025, 5, -2.5705818356363146],
  ])('Student’s quantile of %d with %d', (share, degrees, expected) =>
    expect(studentQuantile(share, degrees)).toBeCloseTo(expected, 9),
  );

  it.each([
    [0, 3, 1],
    [3.841458820694124, 1, 0.05],
    [9.487729036781154, 4, 0.05],
    [18.307038053275146, 10, 0.05],
    [0.5, 2, Math.exp(-0.25)],
    [50, 2, Math.exp(-25)],
  ])('the chi-square tail of %d with %d', (value, degrees, expected) =>
    expect(chiSquareTail(value, degrees) / expected).toBeCloseTo(1, 10),
  );

  it('quantiles invert their distribution functions', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        fc.integer({ min: 1, max: 300 }),
        (share, degrees) => {
          expect(
            studentCumulativeProbability(studentQuantile(share, degrees), degrees),
          ).toBeCloseTo(share, 10);
          expect(normalQuantile(share)).toBeCloseTo(-normalQuantile(1 - share), 10);
        },
      ),
    );
  });
});

it('quantiles equal type 7 in R', () => {
  // quantile(c(3, 12, 18, 33, 41, 55), c(0, .25, .5, .75, 1)) of R.
  expect([0, 0.25, 0.5, 0.75, 1].map((share) => quantile([41, 3, 55, 12, 33, 18], share))).toEqual([
    3, 13.5, 25.5, 39, 55,
  ]);
  expect([quantile([7], 0.9), quantile([], 0.5)]).toEqual([7, Number.NaN]);
});

describe('intervals', () => {
  it('of a share equal Wilson’s published values', () => {
    // Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for (const [successes, count, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const) {
      const interval = wilsonInterval(successes, count, 0.95);
      expect(interval?.low).toBeCloseTo(low, 4);
      expect(interval?.high).toBeCloseTo(high, 4);
    }
    expect(wilsonInterval(0, 0, 0.95)).toBeUndefined();
  });

  it('of a rate are close to the exact Poisson intervals', () => {
    // Exact limits of R's poisson.test for 0, 1, 10 and 100 events in one unit of exposure; Byar's
    // limits are close to them.
    for (const [events, low, high] of [
      [0, 0, 3.6889],
      [1, 0.0253, 5.5716],
      [10, 4.7954, 18.3904],
      [100, 81.364, 121.6273],
    ] as const) {
      const interval = rateInterval(events, 2, 0.95);
      expect(Math.abs(2 * (interval?.low ?? Number.NaN) - low)).toBeLessThan(0.02);
      expect(Math.abs((2 * (interval?.high ?? Number.NaN)) / high - 1)).toBeLessThan(0.01);
    }
    expect(rateInterval(0, 0, 0.95)).toBeUndefined();
  });

  it('of a difference of shares equal Newcombe’s published values', () => {
    // Newcombe (1998), table II, method 10: 56/70 − 48/80 and 9/10 − 3/10.
    const first = shareDifferenceInterval(
      { successes: 56, count: 70 },
      { successes: 48, count: 80 },
      0.95,
    );
    expect([first?.low, first?.high].map((each) => each?.toFixed(4))).toEqual(['0.0524', '0.3339']);
    const second = shareDifferenceInterval(
      { successes: 9, count: 10 },
      { successes: 3, count: 10 },
      0.95,
    );
    expect([second?.low, second?.high].map((each) => each?.toFixed(4))).toEqual([
      '0.1705',
      '0.8090',
    ]);
  });

  it('of means equal R’s t.test', () => {
    const one = computeSampleStatistics([1, 2, 3, 4, 5]);
    const other = computeSampleStatistics([2, 4, 6, 8]);
    if (one === undefined || other === undefined) throw new Error('There are values');
    // t.test(1:5) and t.test(1:5, c(2, 4, 6, 8)) of R.
    expect(meanInterval(one, 0.95)?.low).toBeCloseTo(1.03675683852244, 10);
    expect(meanDifferenceInterval(one, other, 0.95)?.low).toBeCloseTo(-5.84463638394009, 10);
    expect(meanInterval({ count: 1, mean: 3, variance: 0 }, 0.95)).toBeUndefined();
    expect(computeSampleStatistics([])).toBeUndefined();
  });

  it('of a share contain the share', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (count, part) => {
          const successes = Math.round(part * count);
          const interval = wilsonInterval(successes, count, 0.95) ?? { low: 1, high: 0 };
          expect(interval.low).toBeLessThanOrEqual(successes / count);
          expect(interval.high).toBeGreaterThanOrEqual(successes / count);
          expect(interval.low).toBeGreaterThanOrEqual(0);
          expect(interval.high).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe('a survival curve', () => {
  it('equals R’s Kaplan–Meier curve of Freireich’s remissions', () => {
    const curve = survivalCurve(treated, 0.95);
    // survfit(Surv(time, event) ~ 1, conf.type = "log-log") of R's survival 3.5.
    const expected = [
      [6, 0.857142857142857, 0.619717955265984, 0.951551747646997],
      [7, 0.80672268907563, 0.563146564622233, 0.92280901920288],
      [10, 0.752941176470588, 0.503199510799957, 0.889361835169265],
      [13, 0.690196078431372, 0.431610222486184, 0.849065963349451],
      [16, 0.627450980392157, 0.367510855987502, 0.804912189471841],
      [22, 0.53781512605042, 0.267778936767135, 0.746790717635394],
      [23, 0.448179271708683, 0.188052005959232, 0.680142628495241],
    ];
    const steps = curve.filter(({ events }) => events > 0);
    expect(steps.map(({ atRisk }) => atRisk)).toEqual([21, 17, 15, 12, 11, 7, 6]);
    for (const [index, { time, survival, low, high }] of steps.entries())
      for (const [at, value] of [time, survival, low, high].entries())
        expect(value).toBeCloseTo(expected[index]?.[at] ?? 0, 10);
    expect(survivalQuantile(curve, 0.25)).toEqual({ at: 13, low: 6, high: 22 });
    expect(survivalQuantile(curve, 0.5)).toEqual({ at: 23, low: 13, high: null });
    expect(survivalQuantile(curve, 0.9)).toEqual({ at: null, low: null, high: null });
    expect(survivingShareAt(curve, 5.9)).toBe(1);
    expect(survivingShareAt(curve, 100)).toBeCloseTo(0.4482, 4);
  });

  it('has the published medians of Miller’s patients', () => {
    expect(survivalQuantile(survivalCurve(maintained, 0.95), 0.5)).toEqual({
      at: 31,
      low: 13,
      high: null,
    });
    expect(survivalQuantile(survivalCurve(notMaintained, 0.95), 0.5)).toEqual({
      at: 23,
      low: 5,
      high: 33,
    });
  });

  it('has its median in the middle of a flat part at one half', () => {
    expect(survivalQuantile(survivalCurve([...gone(1, 2, 5, 8)], 0.95), 0.5).at).toBe(3.5);
  });

  it('counts a lifetime as at risk only after its entry', () => {
    const late = { entry: 4, time: 9, event: true };
    const [first] = survivalCurve([...gone(2, 6), late], 0.95);
    expect(first).toMatchObject({ time: 2, atRisk: 2, survival: 0.5 });
    expect(survivalCurve([{ entry: 5, time: 5, event: true }], 0.95)).toEqual([]);
    expect(survivalCurve([], 0.95)).toEqual([]);
  });

  it('equals R’s curve for late entries', () => {
    const lives = (
      [
        [0, 5, 1],
        [0, 8, 0],
        [2, 9, 1],
        [3, 4, 1],
        [0, 3, 1],
        [5, 12, 0],
        [1, 7, 1],
        [4, 10, 1],
        [0, 11, 0],
        [2, 6, 1],
      ] as const
    ).map(([entry, time, event]) => ({ entry, time, event: event === 1 }));
    const steps = survivalCurve(lives, 0.95).filter(({ events }) => events > 0);
    expect(steps.map(({ time, atRisk }) => [time, atRisk])).toEqual([
      [3, 7],
      [4, 7],
      [5, 7],
      [6, 7],
      [7, 6],
      [9, 4],
      [10, 3],
    ]);
    expect(steps.at(-1)?.survival).toBeCloseTo(0.224906289046231, 10);
    expect(steps.at(-1)?.low).toBeCloseTo(0.0351513637549594, 10);
    expect(steps.at(-1)?.high).toBeCloseTo(0.514304841548006, 10);
  });

  it('agrees with exact integer fractions, and its area with the restricted mean', () => {
    const life = fc.record({
      entry: fc.constantFrom(0, 0, 0, 3),
      time: fc.integer({ min: 1, max: 12 }),
      event: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(life, { minLength: 1, maxLength: 25 }), (lives) => {
        const watched = lives.filter(({ entry, time }) => time > entry);
        const curve = survivalCurve(lives, 0.95);
        let [above, below] = [1n, 1n];
        let area = 0;
        for (let time = 1; time <= 12; time++) {
          area += Number(above) / Number(below);
          const atRisk = watched.filter((each) => each.entry < time && each.time >= time).length;
          const events = watched.filter((each) => each.event && each.time === time).length;
          if (events > 0)
            [above, below] = [above * BigInt(atRisk - events), below * BigInt(atRisk)];
          expect(survivingShareAt(curve, time)).toBeCloseTo(Number(above) / Number(below), 9);
        }
        expect(restrictedMean(curve, 12)).toBeCloseTo(area, 9);
      }),
    );
  });
});

describe('the log-rank test', () => {
  it('has the published values', () => {
    // Freireich et al. print 16.79; the other values are from R's survdiff.
    const remissions = logRank([treated, placebo]);
    expect(remissions?.chiSquare).toBeCloseTo(16.7929409892165, 9);
    expect(remissions?.p).toBeCloseTo(4.16880910933453e-5, 12);
    const relapses = logRank([maintained, notMaintained]);
    expect(relapses?.chiSquare).toBeCloseTo(3.3963886989776, 9);
    expect(relapses?.p).toBeCloseTo(0.0653393220405051, 10);
  });

  it('does not depend on the order of the groups, is 0 for equal groups, and is undefined without a comparison', () => {
    const three = [treated, placebo, maintained];
    expect(logRank(three.toReversed())?.chiSquare).toBeCloseTo(logRank(three)?.chiSquare ?? 0, 9);
    expect(logRank(three)?.degreesOfFreedom).toBe(2);
    expect(logRank([treated, treated])?.chiSquare).toBeCloseTo(0, 12);
    expect(logRank([treated])).toBeUndefined();
    expect(logRank([seen(3, 4), seen(5)])).toBeUndefined();
  });
});

describe('competing causes', () => {
  const life = fc.record({
    entry: fc.constantFrom(0, 0, 2),
    time: fc.integer({ min: 1, max: 10 }),
    cause: fc.constantFrom('sold', 'competitor', null),
  });

  it('have incidences that add up to 1 together with the survivors', () => {
    fc.assert(
      fc.property(fc.array(life, { minLength: 1, maxLength: 30 }), (lives) => {
        const incidence = cumulativeIncidence(lives, 0.95);
        const curve = survivalCurve(
          lives.map(({ entry, time, cause }) => ({ entry, time, event: cause !== null })),
          0.95,
        );
        const ended = [...incidence.values()].reduce(
          (sum, steps) => sum + (steps.at(-1)?.incidence ?? 0),
          0,
        );
        expect(ended + survivingShareAt(curve, 10)).toBeCloseTo(1, 9);
      }),
    );
  });

  it('have R’s incidences and standard errors', () => {
    // survfit(Surv(time, factor(cause)) ~ 1): time, incidence of cause 1, and its standard error.
    const times = [2, 3, 3, 4, 5, 5, 6, 7, 8, 9];
    const causes = [1, 2, 0, 1, 2, 1, 0, 2, 1, 1];
    const lives = times.map((time, at) => ({
      entry: 0,
      time,
      cause: causes[at] === 0 ? null : String(causes[at]),
    }));
    const expected = [
      [2, 0.1, 0.0948683298050513],
      [3, 0.1, 0.0948683298050514],
      [4, 0.214285714285714, 0.135041295919058],
      [5, 0.328571428571429, 0.156184461473704],
      [7, 0.328571428571429, 0.156184461473704],
      [8, 0.480952380952381, 0.17800105431552],
    ] as const;
    const steps = cumulativeIncidence(lives, 0.95).get('1') ?? [];
    for (const [index, [time, share, error]] of expected.entries()) {
      const step = steps[index];
      const width = (1.959963984540054 * error) / ((1 - share) * Math.log(1 - share));
      expect(step?.time).toBe(time);
      expect(step?.incidence).toBeCloseTo(share, 10);
      expect(step?.low).toBeCloseTo(1 - (1 - share) ** Math.exp(width), 9);
      expect(step?.high).toBeCloseTo(1 - (1 - share) ** Math.exp(-width), 9);
    }
  });

  it('with a single cause complement the survival curve, including its variance', () => {
    const lives = treated.map(({ entry, time, event }) => ({
      entry,
      time,
      cause: event ? 'relapse' : null,
    }));
    const steps = cumulativeIncidence(lives, 0.95).get('relapse') ?? [];
    for (const { time, incidence, low, high } of steps) {
      const step = survivalCurve(treated, 0.95).find((each) => each.time === time);
      expect(incidence).toBeCloseTo(1 - (step?.survival ?? 0), 12);
      expect(low).toBeCloseTo(1 - (step?.high ?? 0), 9);
      expect(high).toBeCloseTo(1 - (step?.low ?? 0), 9);
    }
  });
});
