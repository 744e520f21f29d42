import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { healthTiers, sizeTiers } from '#shared/core/tiers.ts';
import { filterAndSortRows } from '#shared/list/apply.ts';
import { emptyListState } from '#shared/list/state.ts';
import { createListedInstitution } from '#test/records.ts';
import { institutionColumns } from './columns.ts';
import type { ListedInstitution } from './list.ts';
import {
  buildHeatMap,
  computeAverageScore,
  countTiers,
  createBelowMediumFilter,
  createTierMovementFilters,
  findExpansionCandidates,
  findScoreMovers,
  portfolioFigureDefinitions,
} from './rules.ts';
import { countTierMovement } from './tier-movement.ts';
import { tierFilter } from './week-figure-filters.ts';

const plain = createListedInstitution({
  healthTier: 'Medium',
  featureEntitlements: {},
  featureUsage: {},
  featureScores: {},
});
const made = (over: Partial<ListedInstitution>[]): ListedInstitution[] =>
  over.map((each, index) => ({ ...plain, institutionId: index + 1, ...each }));
const count = (
  rows: ListedInstitution[],
  filters: Parameters<typeof filterAndSortRows>[2]['filters'],
) => filterAndSortRows(rows, institutionColumns, { ...emptyListState, filters }).length;

const anyRows = fc
  .array(
    fc.record({
      healthTier: fc.constantFrom(...healthTiers),
      previousHealthTier: fc.option(fc.constantFrom(...healthTiers)),
      tierChange: fc.constantFrom('up' as const, 'flat' as const, 'down' as const),
      atRisk: fc.boolean(),
      scoreChange: fc.option(fc.double({ min: -50, max: 50, noNaN: true })),
      percentChange: fc.option(fc.double({ min: -90, max: 90, noNaN: true })),
      sizeTier: fc.constantFrom(...sizeTiers),
    }),
    { maxLength: 120 },
  )
  .map(made);

test('every number equals the number of rows that it opens', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const { now } = countTiers(rows);
      for (const tier of healthTiers) expect(count(rows, [tierFilter(tier)])).toBe(now[tier]);
      const movement = countTierMovement(
        rows.map(({ previousHealthTier, healthTier }) => [previousHealthTier, healthTier] as const),
      );
      for (const from of healthTiers)
        for (const to of healthTiers)
          expect(count(rows, createTierMovementFilters(from, to))).toBe(movement[from][to]);
      const byHand = {
        institutions: rows.length,
        atRisk: rows.filter((row) => row.atRisk).length,
        fellTier: rows.filter((row) => row.tierChange === 'down').length,
        roseTier: rows.filter((row) => row.tierChange === 'up').length,
        readyToExpand: rows.filter(
          (row) => row.healthTier === 'Healthy' && (row.scoreChange ?? 0) > 5,
        ).length,
      };
      for (const { weekly, filters } of portfolioFigureDefinitions)
        expect(count(rows, filters)).toBe(byHand[weekly]);
      const limits = { mediumFrom: 50 };
      for (const { sizeTier, product, belowMedium } of buildHeatMap(rows, limits))
        expect(
          count(rows, [
            { column: 'sizeTier', kind: 'one-of', values: [sizeTier] },
            createBelowMediumFilter(product, limits),
          ]),
        ).toBe(belowMedium);
    }),
  );
});

test('movers are compared with the first peer group that is large enough', () => {
  const peers = Array.from({ length: 19 }, () => ({
    scoreChange: -10,
    practiceType: 'Orthodontics',
  }));
  const others = Array.from({ length: 5 }, () => ({ scoreChange: 0, practiceType: 'Pediatrics' }));
  const few = findScoreMovers(
    made([{ scoreChange: -10, practiceType: 'Pediatrics' }, ...others, ...peers]),
    10,
    defaultHealthRules,
    'all',
  );
  // Groups of 19 and 6 are too small; the size tier has 25 institutions with a median of −10.
  expect(few.up.map(({ relativeChange }) => relativeChange)).toEqual([10, 10, 10, 10, 10]);
  expect(few.down).toEqual([]);
  const rules = { ...defaultHealthRules, minimumPeers: 6 };
  const six = findScoreMovers(
    made([{ scoreChange: -10, practiceType: 'Pediatrics' }, ...others, ...peers]),
    10,
    rules,
    'all',
  );
  expect(six.up).toEqual([]);
  expect(six.down.map(({ relativeChange }) => relativeChange)).toEqual([-10]);
  const enough = findScoreMovers(
    made([{ scoreChange: -30, practiceType: 'Orthodontics' }, ...others, ...peers]),
    10,
    defaultHealthRules,
    'all',
  );
  expect(enough.down[0]).toMatchObject({ institution: { institutionId: 1 }, relativeChange: -20 });
  expect(findScoreMovers(made([{ scoreChange: 40 }]), 10, defaultHealthRules, 'all')).toEqual({
    up: [],
    down: [],
  });
});

test('a mover’s reason is the largest part of its change', () => {
  const twenty = Array.from({ length: 20 }, () => ({ scoreChange: 0 }));
  const parts = { usage: -6.21, peers: 2, entitlements: 0, locations: 0.5 };
  const [first] = findScoreMovers(
    made([{ scoreChange: -9, scoreChangeParts: parts }, ...twenty]),
    1,
    defaultHealthRules,
    'all',
  ).down;
  expect(first?.reason).toBe('mostly own usage: −6.2 points');
  const unknown = findScoreMovers(
    made([{ scoreChange: -9, scoreChangeParts: null }, ...twenty]),
    1,
    defaultHealthRules,
    'all',
  ).down;
  expect(unknown[0]?.reason).toBeNull();
});

test('movers by usage exclude changes from products and locations', () => {
  const moved = (points: number, locations: number) => ({
    scoreChange: points + locations,
    scoreChangeParts: { usage: points, peers: 0, entitlements: 0, locations },
  });
  const twenty = Array.from({ length: 20 }, () => moved(0, 0));
  const rows = made([moved(0, -26.2), moved(-4, 0), ...twenty]);
  const byUse = findScoreMovers(rows, 10, defaultHealthRules, 'use').down;
  expect(
    byUse.map(({ institution, relativeChange }) => [institution.institutionId, relativeChange]),
  ).toEqual([[2, -4]]);
  const byAll = findScoreMovers(rows, 10, defaultHealthRules, 'all').down;
  expect(byAll.map(({ institution, reason }) => [institution.institutionId, reason])).toEqual([
    [1, 'mostly locations added, closed or newly measured: −26.2 points'],
    [2, 'mostly own usage: −4.0 points'],
  ]);
});

test('a share needs five institutions, and an average needs one', () => {
  const four = made([10, 20, 30, 40].map((score) => ({ featureScores: { forms: score } })));
  const cell = (rows: ListedInstitution[]) =>
    buildHeatMap(rows, { mediumFrom: 50 }).find(
      ({ product, sizeTier }) => product === 'forms' && sizeTier === 'Small',
    );
  expect(cell(four)).toMatchObject({ institutions: 4, share: null });
  expect(cell([...four, ...made([{ featureScores: { forms: 50 } }])])).toMatchObject({
    institutions: 5,
    belowMedium: 4,
    share: 0.8,
  });
  expect(buildHeatMap([], { mediumFrom: 50 }).map(({ product }) => product)).not.toContain(
    'waitlist',
  );
  expect(computeAverageScore([])).toBeNull();
  expect(computeAverageScore([null, 50, 100])).toBe(75);
});

test('expansions list the missing products that peers use most', () => {
  const has = (...keys: ('forms' | 'payments' | 'reviews')[]) => ({
    featureEntitlements: Object.fromEntries(keys.map((key) => [key, true])),
    featureUsage: Object.fromEntries(keys.map((key) => [key, 10])),
  });
  const ready = {
    healthTier: 'Healthy' as const,
    adoptionScore: 90,
    scoreChange: 6,
    ...has('reviews'),
  };
  const all = made([
    ready,
    { ...ready, scoreChange: 9 },
    has('forms'),
    has('forms', 'payments'),
    has('forms'),
    { scoreChange: 40 },
    { ...ready, leavesOn: '2026-12-16' },
  ]);
  const [first, second, ...more] = findExpansionCandidates(all, all, 10);
  expect([first, second].map((each) => each?.institution.institutionId)).toEqual([2, 1]);
  expect(more).toEqual([]);
  expect(first?.offers.slice(0, 2)).toEqual([
    { product: 'forms', peersUsing: 3 / 7 },
    { product: 'payments', peersUsing: 1 / 7 },
  ]);
  expect(first?.offers.map(({ product }) => product)).not.toContain('reviews');
  expect(findExpansionCandidates(all, all, 1)).toHaveLength(1);
  const alone = { ...plain, ...ready, sizeTier: 'Enterprise' as const };
  expect(findExpansionCandidates([alone], [...all, alone], 10)[0]?.offers[0]).toMatchObject({
    peersUsing: null,
  });
});
