import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { churnTierOf, computeDaysUntilAlertLevel } from './tiers.ts';

describe('a tier', () => {
  test.each([
    [0, 3, 'IMMEDIATE'],
    [29, 3, 'IMMEDIATE'],
    [30, 3, 'HIGH'],
    [44, 3, 'HIGH'],
    [45, 3, 'MEDIUM'],
    [60, 3, 'MEDIUM'],
    [61, 3, null],
    [null, 9, null],
    [10, 2, null],
    [10, 16, 'IMMEDIATE'],
  ])('of %s days left and %s patterns is %s', (days, patterns, tier) =>
    expect(churnTierOf(days, patterns)).toBe(tier),
  );
});

describe('days left', () => {
  const chances = { chance30: 0.1, chance45: 0.2, chance60: 0.3 };
  test.each([
    [0.05, 15],
    [0.1, 30],
    [0.15, 38],
    [0.2, 45],
    [0.3, 60],
    [0.301, null],
    [0, 0],
  ])('until a chance of %s are %s', (level, days) =>
    expect(computeDaysUntilAlertLevel(level, chances)).toBe(days),
  );

  it('never increase with the chances, and stay within 0 to 60', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(chance, chance, chance, chance, chance, (level, one, two, three, less) => {
        const [chance30 = 0, chance45 = 0, chance60 = 0] = [one, two, three].toSorted(
          (a, b) => a - b,
        );
        const all = { chance30, chance45, chance60 };
        const fewer = {
          chance30: chance30 * less,
          chance45: chance45 * less,
          chance60: chance60 * less,
        };
        const [days, later] = [
          computeDaysUntilAlertLevel(level, all),
          computeDaysUntilAlertLevel(level, fewer),
        ];
        if (days !== null) expect(days >= 0 && days <= 60).toBe(true);
        expect(later ?? 61).toBeGreaterThanOrEqual(days ?? 61);
      }),
    );
  });
});
