import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/core/dates.ts';
import {
  chooseComparedWeeks,
  countChangesByBand,
  medianChangeWithInterval,
  medianConfidenceIntervalRank,
  toComparedWindows,
} from './proof-rules.ts';

const weeks = (count: number, last = '2026-11-08') =>
  Array.from({ length: count }, (_, index) => addDays(last, -7 * index));

describe('the weeks compared', () => {
  it('are 52 weeks apart when the history allows it', () => {
    expect(chooseComparedWeeks(weeks(57))).toEqual({ now: '2026-11-08', before: '2025-11-09' });
    expect(chooseComparedWeeks(weeks(53))).toEqual({ now: '2026-11-08', before: '2025-11-09' });
  });

  it('are otherwise the largest number of 28-day windows apart', () => {
    expect(chooseComparedWeeks(weeks(52))?.before).toBe(addDays('2026-11-08', -48 * 7));
    expect(chooseComparedWeeks(weeks(5))?.before).toBe(addDays('2026-11-08', -28));
  });

  it('are missing while the windows would overlap', () => {
    expect(chooseComparedWeeks(weeks(4))).toBeNull();
    expect(chooseComparedWeeks([])).toBeNull();
  });

  it('skip weeks that were never closed, in any order', () => {
    const without = weeks(57).filter((week) => week !== '2025-11-09');
    expect(chooseComparedWeeks(without.reverse())?.before).toBe(addDays('2026-11-08', -48 * 7));
  });

  it('are given as two windows of 28 days', () => {
    expect(toComparedWindows({ before: '2025-11-09', now: '2026-11-08' })).toEqual({
      before: { from: '2025-10-19', to: '2025-11-15' },
      now: { from: '2026-10-18', to: '2026-11-14' },
      weeksApart: 52,
    });
  });
});

/** Returns P(Binomial(n, ½) < k), computed with integers. */
function below(n: number, k: number): number {
  let ways = 1n;
  let sum = 0n;
  for (let index = 0; index < k; index++) {
    sum += ways;
    ways = (ways * BigInt(n - index)) / BigInt(index + 1);
  }
  return Number((sum * 10n ** 15n) / 2n ** BigInt(n)) / 1e15;
}

describe('the interval of the median', () => {
  it('has the ranks of the published table', () => {
    expect(medianConfidenceIntervalRank(20)?.rank).toBe(6);
    expect(medianConfidenceIntervalRank(20)?.confidence).toBeCloseTo(0.9586, 4);
    expect(medianConfidenceIntervalRank(25)?.rank).toBe(8);
    expect(medianConfidenceIntervalRank(50)?.rank).toBe(18);
    expect(medianConfidenceIntervalRank(100)?.rank).toBe(40);
    expect(medianConfidenceIntervalRank(5)).toBeNull();
    expect(medianConfidenceIntervalRank(6)?.rank).toBe(1);
    expect(medianConfidenceIntervalRank(0)).toBeNull();
  });

  it.each([20, 21, 57, 333, 1516])('is the narrowest that covers 95 percent of %d', (n) => {
    const cached = medianConfidenceIntervalRank(n);
    const rank = cached?.rank ?? 0;
    expect(cached?.confidence).toBeCloseTo(1 - 2 * below(n, rank), 10);
    expect(cached?.confidence).toBeGreaterThanOrEqual(0.95);
    expect(1 - 2 * below(n, rank + 1)).toBeLessThan(0.95);
  });

  it('works for a large installation', () => {
    expect(medianConfidenceIntervalRank(50_000)?.rank).toBe(
      Math.floor(25_000 - 1.959964 * Math.sqrt(50_000 / 4) + 0.5),
    );
  });
});

describe('the result', () => {
  const medians = { before: 10, now: 11 };
  const changes = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

  it('is hidden for 19 and shown for 20', () => {
    expect(medianChangeWithInterval(changes(19), medians)).toBeNull();
    expect(medianChangeWithInterval(changes(20), medians)).toMatchObject({
      medianChange: 10.5,
      interval: { low: 6, high: 15 },
    });
  });

  it('uses the middle value of an odd count', () => {
    expect(medianChangeWithInterval(changes(21), medians)).toMatchObject({
      medianChange: 11,
      interval: { low: 6, high: 16 },
    });
  });
});

describe('the bands', () => {
  it('contain every change once, limits in the band they start', () => {
    const values = [-100, -80, -20.001, -20, -0.0001, 0, 19.999, 20, 99, 100, 7400];
    const bands = countChangesByBand(values);
    expect(bands.reduce((sum, band) => sum + band.customers, 0)).toBe(values.length);
    expect(bands.map((band) => [band.from, band.to, band.customers])).toEqual([
      [null, -80, 1],
      [-80, -60, 1],
      [-60, -40, 0],
      [-40, -20, 1],
      [-20, 0, 2],
      [0, 20, 2],
      [20, 40, 1],
      [40, 60, 0],
      [60, 80, 0],
      [80, 100, 1],
      [100, null, 2],
    ]);
  });
});
