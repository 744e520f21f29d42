import { expect, it } from 'vitest';
import type { PeerPosition } from '#shared/health/usage.ts';
import type { InsightsProductUsage } from '#shared/insights/insights.ts';
import { findSmallestStepToPeerMedian, publicPeerComparison } from './rules.ts';

const standing = (institutions: number, below: number): PeerPosition => ({
  ...{
    product: 'forms',
    isPerLocation: true,
    usage: 40,
    median: 50,
    low: 30,
    high: 70,
    tier: 'Critical',
  },
  peers: {
    level: 'tier',
    sizeTier: 'Small',
    practiceType: null,
    institutions,
    locations: institutions,
    below,
    equal: 1,
  },
});

it.each([
  ['hides a peer group of four', 4, 4, undefined],
  ['shows the range of five peers without a rank', 5, 5, null],
  ['shows no rank among 19 peers', 19, 19, null],
  ['shows the rank of a practice ahead of half of 20 peers', 20, 10, 10],
  ['shows no rank below the middle', 20, 9, null],
])('%s', (_, institutions, below, ahead) => {
  expect(publicPeerComparison(standing(institutions, below), false)?.ahead).toBe(ahead);
});

it('shows no peers in grace or without a position', () => {
  expect([publicPeerComparison(standing(50, 20), true), publicPeerComparison(null, false)]).toEqual(
    [null, null],
  );
});

const figure = (
  product: InsightsProductUsage['product'],
  usage: number | null,
  median: number,
  isPerLocation = true,
): InsightsProductUsage => ({
  ...{ product, usage, previousUsage: usage, weeks: [], gaps: [] },
  peers: {
    level: 'all',
    isPerLocation,
    usage: usage ?? 0,
    low: 0,
    median,
    high: median * 2,
    institutions: 30,
    ahead: null,
  },
});

it('suggests the product with the fewest additional uses over all locations, dollars last', () => {
  expect(
    findSmallestStepToPeerMedian(
      [figure('payments', 10, 11), figure('forms', 10, 13), figure('reviews', 10, 18, false)],
      3,
    ),
  ).toMatchObject({
    product: 'reviews',
    extraPer28Days: 8,
    extraPerOpenDay: 0.4,
  });
  expect(findSmallestStepToPeerMedian([figure('payments', 10, 11)], 3)).toMatchObject({
    product: 'payments',
    extraPer28Days: 3,
  });
});

it('suggests no product that is level with its peers, unmeasured or not compared', () => {
  const uncompared = { ...figure('forms', 1, 50), peers: null };
  expect(
    findSmallestStepToPeerMedian(
      [
        figure('forms', 50, 50),
        figure('reviews', null, 50),
        figure('messaging', 50.2, 50.2),
        uncompared,
      ],
      1,
    ),
  ).toBeNull();
});
