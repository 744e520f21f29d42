import { expect, it } from 'vitest';
import type { Standing } from '#shared/health/usage.ts';
import type { Figure } from '#shared/insights/insights.ts';
import { peersOf, stepOf } from './rules.ts';

const standing = (institutions: number, below: number): Standing => ({
  ...{ product: 'forms', isPerLocation: true, usage: 40, median: 50, low: 30, high: 70, tier: 'Critical' },
  peers: { level: 'tier', sizeTier: 'Small', practiceType: null, institutions, locations: institutions, below, equal: 1 },
});

it.each([
  ['four others are too few to be told of', 4, 4, undefined],
  ['of five the range is told, and no rank', 5, 5, null],
  ['of 19 no rank', 19, 19, null],
  ['of 20 from a quarter upwards', 20, 5, 5],
  ['below a quarter no rank', 20, 4, null],
])('%s', (_, institutions, below, ahead) => {
  expect(peersOf(standing(institutions, below), false)?.ahead).toBe(ahead);
});

it('in grace, and without a standing, there are no peers', () => {
  expect([peersOf(standing(50, 20), true), peersOf(null, false)]).toEqual([null, null]);
});

const figure = (product: Figure['product'], usage: number | null, median: number, isPerLocation = true): Figure => ({
  ...{ product, usage, previousUsage: usage, weeks: [] },
  peers: { level: 'all', isPerLocation, usage: usage ?? 0, low: 0, median, high: median * 2, institutions: 30, ahead: null },
});

it('the step is the product that needs the fewest further uses, for all locations; dollars come last', () => {
  expect(stepOf([figure('payments', 10, 11), figure('forms', 10, 13), figure('reviews', 10, 18, false)], 3)).toMatchObject({
    product: 'reviews',
    extraPer28Days: 8,
    extraPerOpenDay: 0.4,
  });
  expect(stepOf([figure('payments', 10, 11)], 3)).toMatchObject({ product: 'payments', extraPer28Days: 3 });
});

it('there is no step for what is level, unmeasured or uncompared', () => {
  const uncompared = { ...figure('forms', 1, 50), peers: null };
  expect(stepOf([figure('forms', 50, 50), figure('reviews', null, 50), figure('messaging', 50.2, 50.2), uncompared], 1)).toBeNull();
});
