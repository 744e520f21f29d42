import { describe, expect, it } from 'vitest';
import { type ProductKey, productKeys } from '#shared/core/products.ts';
import type { InsightsProductUsage } from './insights.ts';
import {
  insightsHeadline,
  nextStepText,
  peerComparisonText,
  usageAmountText,
  usageChangeText,
} from './words.ts';

const figure = (
  product: ProductKey,
  usage: number | null,
  previousUsage: number | null = usage,
): InsightsProductUsage => ({
  ...{ product, usage, previousUsage, weeks: [], gaps: [], peers: null },
});
const weekEndDate = '2026-11-14';

describe('headline', () => {
  it.each<[string, InsightsProductUsage[], string]>([
    [
      'more',
      [figure('onlineBooking', 212, 181)],
      'took 212 online bookings in the four weeks to Nov 14, 2026, 31 more than in the four weeks before.',
    ],
    [
      'one',
      [figure('insurance', 1, 3)],
      'verified insurance once in the four weeks to Nov 14, 2026.',
    ],
    [
      'dollars',
      [figure('payments', 1200, 1200.2)],
      'collected $1,200 in payments in the four weeks to Nov 14, 2026, the same as in the four weeks before.',
    ],
    [
      'what went well first',
      [figure('onlineBooking', 180, 212), figure('payments', 900), figure('forms', 60, 50)],
      'received 60 forms in the four weeks to Nov 14, 2026, 10 more than in the four weeks before.',
    ],
    [
      'no earlier weeks',
      [figure('forms', 9, null)],
      'received 9 forms in the four weeks to Nov 14, 2026.',
    ],
    [
      'sub-products left out',
      [figure('recalls', 9), figure('reviews', 2, 1)],
      'received 2 reviews in the four weeks to Nov 14, 2026, 1 more than in the four weeks before.',
    ],
  ])('%s', (_, figures, text) => {
    expect(insightsHeadline({ weekEndDate, figures, locations: [] })).toBe(`Your practice ${text}`);
  });

  it.each([
    [null, [], 'Your first figures appear here after your first full week.'],
    [
      weekEndDate,
      [figure('forms', null)],
      'We received no data from your EHR in the four weeks to Nov 14, 2026.',
    ],
    [
      weekEndDate,
      [figure('forms', 0)],
      'No product was used in the four weeks to Nov 14, 2026. The products below are ready to use.',
    ],
  ])('without usage: %s %j', (week, figures, text) => {
    expect(insightsHeadline({ weekEndDate: week, figures, locations: [] })).toBe(text);
  });

  it('addresses a group as “your locations”', () => {
    const locations = [{ locationName: 'North', city: null, state: null, usage: {} }];
    expect(
      insightsHeadline({ weekEndDate, figures: [figure('forms', 5, null)], locations }),
    ).toMatch(/^Your locations received 5 forms/);
  });

  it('has a sentence for every product', () => {
    for (const product of productKeys)
      expect(
        insightsHeadline({ weekEndDate, figures: [figure(product, 5)], locations: [] }),
      ).toMatch(/^Your practice \w+ .*5.* in the four weeks to/);
  });
});

it('formats whole amounts and changes, with a dollar sign for payments', () => {
  expect([
    usageAmountText('reviews', 1),
    usageAmountText('reviews', 1.6),
    usageAmountText('payments', 12_300.4),
  ]).toEqual(['1 review', '2 reviews', '$12,300']);
  expect([usageChangeText('forms', 3, 3), usageChangeText('payments', 5, 9)]).toEqual([
    'the same as in the four weeks before',
    '$4 less than in the four weeks before',
  ]);
});

it('describes a low position by the peers’ median, not by its rank', () => {
  const peers = {
    level: 'tier' as const,
    isPerLocation: true,
    usage: 3,
    low: 5,
    median: 8,
    high: 12,
    institutions: 40,
    ahead: null,
  };
  expect(peerComparisonText({ product: 'forms', peers })).toBe(
    'Practices of your size typically have 8 forms; you are at 3',
  );
  expect(peerComparisonText({ product: 'forms', peers: { ...peers, usage: 8.4 } })).toBe(
    'Typical of practices of your size',
  );
  expect(peerComparisonText({ product: 'forms', peers: { ...peers, ahead: 30 } })).toBe(
    'Ahead of 30 of 40 practices of your size',
  );
});

it('phrases the suggested step', () => {
  const step = {
    product: 'forms' as const,
    extraPer28Days: 24,
    extraPerOpenDay: 1.2,
    isFirstUse: false,
  };
  expect(nextStepText(step)).toBe(
    '24 more forms a month (about 1.2 per open day) would match similar practices.',
  );
  expect(nextStepText({ ...step, product: 'payments', extraPer28Days: 500 })).toBe(
    '$500 more in payments a month would match similar practices.',
  );
  expect(
    nextStepText({ ...step, extraPer28Days: 1, extraPerOpenDay: 0.05, isFirstUse: true }),
  ).toBe('You have Forms but didn’t use it in these four weeks. Similar practices reach 1 form.');
});
