import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProductKey } from '#shared/core/products.ts';
import { healthTiers } from '#shared/core/tiers.ts';
import { filterAndSortRows } from '#shared/list/apply.ts';
import { emptyListState, type ListFilter } from '#shared/list/state.ts';
import type { ComparedCustomer } from './comparison.ts';
import { comparisonColumns, presenceInAveragesLabels } from './comparison-columns.ts';
import { addPeersChangeToWeeks, explainAverageDifference } from './comparison-rules.ts';

const score = fc.double({ min: 0, max: 100, noNaN: true });
const week = fc.oneof(
  fc.constant({ score: null, tier: null }),
  fc.record({ score: fc.option(score), tier: fc.constantFrom(...healthTiers) }),
);
/**
 * Random customers whose score change is split at random; the remainder is attributed to locations.
 */
const customer = fc
  .record({ from: week, to: week, cuts: fc.tuple(score, score, score) })
  .map(({ from, to, cuts }) => {
    const change = from.score === null || to.score === null ? null : to.score - from.score;
    const [usage, peers, entitlements] = cuts.map((cut) => cut - 50) as [number, number, number];
    return {
      institutionName: 'Elm Dental',
      fromScore: from.score,
      toScore: to.score,
      fromTier: from.tier,
      toTier: to.tier,
      parts:
        change === null
          ? null
          : { usage, peers, entitlements, locations: change - usage - peers - entitlements },
    };
  });
const customers = fc
  .array(customer, { maxLength: 60 })
  .map((list) =>
    list.map((each, index): ComparedCustomer => ({ ...each, institutionId: index + 1 })),
  );

test('the causes sum to the change of the average, whichever customers joined, left or were not measured', () => {
  fc.assert(
    fc.property(customers, fc.boolean(), (list, sameCustomers) => {
      const { averageScore, causes } = explainAverageDifference(list, sameCustomers);
      if (averageScore.from === null || averageScore.to === null) expect(causes).toEqual([]);
      else {
        const total = causes.reduce((sum, { points }) => sum + points, 0);
        expect(Math.abs(total - (averageScore.to - averageScore.from))).toBeLessThan(1e-9);
      }
    }),
  );
});

test('every number equals the number of rows that it opens', () => {
  const count = (rows: ComparedCustomer[], filters: ListFilter[]) =>
    filterAndSortRows(rows, comparisonColumns, { ...emptyListState, filters }).length;
  fc.assert(
    fc.property(customers, (list) => {
      const { tiers, causes, scored } = explainAverageDifference(list, false);
      for (const from of healthTiers)
        for (const to of healthTiers) {
          const filters: ListFilter[] = [
            { column: 'fromTier', kind: 'one-of', values: [from] },
            { column: 'toTier', kind: 'one-of', values: [to] },
          ];
          expect(count(list, filters)).toBe(tiers[from][to]);
        }
      for (const { cause, customers: named } of causes) {
        const presence =
          cause === 'customersIn' ||
          cause === 'customersOut' ||
          cause === 'becameMeasurable' ||
          cause === 'becameUnmeasurable'
            ? cause
            : 'both';
        expect(
          count(list, [
            { column: 'presence', kind: 'one-of', values: [presenceInAveragesLabels[presence]] },
          ]),
        ).toBe(named);
      }
      expect(count(list, [{ column: 'fromScore', kind: 'filled' }])).toBe(scored.from);
      expect(count(list, [{ column: 'toScore', kind: 'filled' }])).toBe(scored.to);
      const moved = { up: 0, down: 0 };
      const order = ['Critical', 'Medium', 'Healthy'] as const;
      for (const [at, from] of order.entries())
        for (const [then, to] of order.entries())
          if (at !== then) moved[then > at ? 'up' : 'down'] += tiers[from][to];
      for (const value of ['up', 'down'] as const)
        expect(count(list, [{ column: 'tierMove', kind: 'one-of', values: [value] }])).toBe(
          moved[value],
        );
    }),
  );
});

test('without customers in both weeks, joined and lost customers explain the whole change', () => {
  const base = { institutionName: 'Elm Dental', parts: null };
  const list: ComparedCustomer[] = [
    { ...base, institutionId: 1, fromScore: 40, toScore: null, fromTier: 'Critical', toTier: null },
    { ...base, institutionId: 2, fromScore: null, toScore: 60, fromTier: null, toTier: 'Medium' },
  ];
  const points = Object.fromEntries(
    explainAverageDifference(list, false).causes.map((each) => [each.cause, each.points]),
  );
  expect(points).toMatchObject({ customersIn: 10, customersOut: 10, usage: 0 });
  expect(explainAverageDifference(list, true)).toMatchObject({
    averageScore: { from: null, to: null },
    causes: [],
    scored: { from: 0, to: 0 },
  });
});

test('weeks without customers between two official weeks are not a seasonal dip', () => {
  const weeks = ['2026-09-06', '2026-11-08'];
  const benchmarks = weeks.map(
    (week, index): { week: string; product: ProductKey; benchmark: number } => ({
      week,
      product: 'forms',
      benchmark: 100 - 50 * index,
    }),
  );
  expect(
    addPeersChangeToWeeks(weeks, benchmarks).map(({ peersChange, isSeason }) => [
      peersChange,
      isSeason,
    ]),
  ).toEqual([
    [null, false],
    [null, false],
  ]);
});

test.each([
  [-1.999, false],
  [-2, true],
  [3, false],
])('a change of the peers’ median of %d percent is a seasonal dip: %s', (percent, isSeason) => {
  const weeks = ['2026-11-01', '2026-11-08'];
  const benchmarks = (['forms', 'reviews', 'payments'] as const).flatMap(
    (product, index): { week: string; product: ProductKey; benchmark: number }[] => [
      { week: '2026-11-01', product, benchmark: 1000 },
      { week: '2026-11-08', product, benchmark: 1000 + 10 * percent + (index - 1) * 500 },
    ],
  );
  // Sub-products are ignored.
  benchmarks.push(
    { week: '2026-11-01', product: 'recalls', benchmark: 1 },
    { week: '2026-11-08', product: 'recalls', benchmark: 9 },
  );
  const [first, second] = addPeersChangeToWeeks(weeks, benchmarks);
  expect(first).toMatchObject({ peersChange: null, isSeason: false });
  expect(second?.peersChange).toBeCloseTo(percent, 9);
  expect(second?.isSeason).toBe(isSeason);
});
