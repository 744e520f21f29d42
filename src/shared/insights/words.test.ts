import { describe, expect, it } from 'vitest';
import { type ProductKey, productKeys } from '#shared/core/products.ts';
import type { Figure } from './insights.ts';
import { amountText, changeText, headline, placeText, stepText } from './words.ts';

const figure = (product: ProductKey, usage: number | null, previousUsage: number | null = usage): Figure => ({
  ...{ product, usage, previousUsage, weeks: [], peers: null },
});
const weekEndDate = '2026-11-14';

describe('the result in one sentence', () => {
  it.each<[string, Figure[], string]>([
    [
      'more',
      [figure('onlineBooking', 212, 181)],
      'took 212 online bookings in the four weeks to Nov 14, 2026, 31 more than in the four weeks before.',
    ],
    [
      'one',
      [figure('insurance', 1, 3)],
      'verified insurance once in the four weeks to Nov 14, 2026, 2 fewer than in the four weeks before.',
    ],
    [
      'dollars',
      [figure('payments', 1200, 1200.2)],
      'collected $1,200 in payments in the four weeks to Nov 14, 2026, as much as in the four weeks before.',
    ],
    ['no weeks before', [figure('forms', 9, null)], 'received 9 forms in the four weeks to Nov 14, 2026.'],
    [
      'sub-products left out',
      [figure('recalls', 9), figure('reviews', 2, 1)],
      'received 2 reviews in the four weeks to Nov 14, 2026, 1 more than in the four weeks before.',
    ],
  ])('%s', (_, figures, said) => {
    expect(headline({ weekEndDate, figures, locations: [] })).toBe(`Your practice ${said}`);
  });

  it.each([
    [null, [], 'Your first figures appear here after your first full week.'],
    [weekEndDate, [figure('forms', null)], 'No figures came from your system in the four weeks to Nov 14, 2026.'],
    [weekEndDate, [figure('forms', 0)], 'Nothing was used in the four weeks to Nov 14, 2026. Here is what you have, ready to use.'],
  ])('without use: %s %j', (week, figures, said) => {
    expect(headline({ weekEndDate: week, figures, locations: [] })).toBe(said);
  });

  it('a group is its locations', () => {
    const locations = [{ locationName: 'North', city: null, state: null, usage: {} }];
    expect(headline({ weekEndDate, figures: [figure('forms', 5, null)], locations })).toMatch(/^Your locations received 5 forms/);
  });

  it('there is one for every product', () => {
    for (const product of productKeys)
      expect(headline({ weekEndDate, figures: [figure(product, 5)], locations: [] })).toMatch(
        /^Your practice \w+ .*5.* in the four weeks to/,
      );
  });
});

it('amounts and changes are whole, and money is money', () => {
  expect([amountText('reviews', 1), amountText('reviews', 1.6), amountText('payments', 12_300.4)]).toEqual([
    '1 review',
    '2 reviews',
    '$12,300',
  ]);
  expect([changeText('forms', 3, 3), changeText('payments', 5, 9)]).toEqual([
    'as many as in the four weeks before',
    '$4 less than in the four weeks before',
  ]);
});

it('nobody is shamed: a low place is room to grow', () => {
  const peers = { level: 'tier' as const, isPerLocation: true, usage: 3, low: 5, median: 8, high: 12, institutions: 40, ahead: null };
  expect(placeText({ product: 'forms', peers })).toBe('Room to grow: 5 forms to the middle of practices of your size');
  expect(placeText({ product: 'forms', peers: { ...peers, usage: 8.4 } })).toBe('As much as is usual among practices of your size');
  expect(placeText({ product: 'forms', peers: { ...peers, ahead: 30 } })).toBe('More than 30 of 40 practices of your size');
});

it('the step is an offer', () => {
  const step = { product: 'forms' as const, extraPer28Days: 24, extraPerOpenDay: 1.2, isFirstUse: false };
  expect(stepText(step)).toBe(
    'Forms: 24 more forms in four weeks (about 1.2 on each open day) would bring you to what similar practices do.',
  );
  expect(stepText({ ...step, extraPer28Days: 1, extraPerOpenDay: 0.05, isFirstUse: true })).toBe(
    'You have Forms and did not use it in these four weeks. Similar practices reach 1 form.',
  );
});
