import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Queries } from '#server/db/database.ts';
import { addDays, type Day } from '#shared/dates.ts';
import { defaultHealthRules, type HealthRules } from '#shared/health.ts';
import { productKeys } from '#shared/products.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type OracleScore, oracleHistory } from '#test/health-oracle.ts';
import { clearScores, clearWorld, type HealthWorld, insertFigures, insertWorld, weeksUntil } from '#test/health-world.ts';
import { closeCompleteWeeks } from './weeks.ts';

let opened: TestDatabase;
let database: Queries;
beforeAll(async () => {
  opened = await createTestDatabase();
  database = opened.database.jobs;
});
afterAll(() => opened.close());
beforeEach(() => clearWorld(database));

const clock = () => new Date('2026-11-15T10:00:00Z');
const scored = weeksUntil('2026-11-08', 3);
const loaded = weeksUntil('2026-11-08', 6);
const sunday = '2026-11-15';

/** Weeks, days around them and whether something is open: small enough that groups of peers are hit and missed. */
const dayNear = fc.integer({ min: -60, max: 60 }).map((days) => addDays('2026-10-20', days));
const longAgo = fc.constant('2020-01-01');
const from = fc.oneof({ weight: 4, arbitrary: longAgo }, { weight: 1, arbitrary: dayNear });
const until = fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: dayNear });
const value = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 40 }).map((n) => n / 4) },
);

const locationOf = fc.record({
  openedOn: from,
  closedOn: until,
  silent: fc.subarray([...loaded], { maxLength: 2 }),
  usage: fc.uniqueArray(fc.record({ product: fc.constantFrom(...productKeys), week: fc.constantFrom(...loaded), value }), {
    maxLength: 30,
    selector: ({ product, week }) => product + week,
  }),
});
const institutionOf = fc.record({
  practiceType: fc.constantFrom('General Dentistry', 'Orthodontics', null),
  createdOn: from,
  goLiveOn: fc.oneof(
    { weight: 3, arbitrary: longAgo },
    { weight: 1, arbitrary: fc.integer({ min: 80, max: 110 }).map((days) => addDays('2026-11-14', -days)) },
  ),
  churnedOn: until,
  locations: fc.array(locationOf, { minLength: 1, maxLength: 3 }),
  entitlements: fc.uniqueArray(fc.record({ product: fc.constantFrom(...productKeys), from, to: until }), {
    maxLength: 12,
    selector: ({ product, from: start }) => product + start,
  }),
});
const worldOf: fc.Arbitrary<HealthWorld> = fc.array(institutionOf, { minLength: 1, maxLength: 14 }).map((list) => ({
  institutions: list.map((one, index) => ({
    ...one,
    id: index + 1,
    locations: one.locations.map(({ silent, ...location }, place) => ({
      ...location,
      id: (index + 1) * 10 + place,
      feed: Object.fromEntries(loaded.filter((week) => !silent.includes(week)).map((week) => [week, addDays(week, 6)])),
    })),
  })),
}));
const rulesOf: fc.Arbitrary<HealthRules> = fc
  .record({ minimumPeers: fc.integer({ min: 1, max: 4 }), weights: fc.constantFrom({}, { forms: 3, payments: 0.5 }) })
  .map((changes) => ({ ...defaultHealthRules, ...changes, sizeTierFrom: { Medium: 2, Large: 3, Enterprise: 4 } }));

const keepRules = (rules: HealthRules) =>
  database
    .insertInto('rules_version')
    .values({ rules_version_id: 1, rules: JSON.stringify(rules), note: 'test', created_at: clock() })
    .execute();

const scoreColumns = async () => database.selectFrom('score_week').selectAll().orderBy('week_start').orderBy('institution_id').execute();
const productColumns = async () =>
  database.selectFrom('product_week').selectAll().orderBy('week_start').orderBy('institution_id').orderBy('product').execute();
const benchmarkColumns = async () =>
  database
    .selectFrom('benchmark_week')
    .selectAll()
    .orderBy('week_start')
    .orderBy('product')
    .orderBy('peer_level')
    .orderBy('size_tier')
    .orderBy('practice_type')
    .execute();

async function expectOracle(world: HealthWorld, rules: HealthRules, weeks: readonly Day[]): Promise<void> {
  const history = oracleHistory(world, weeks, rules);
  const scores = await scoreColumns();
  const products = await productColumns();
  expect(scores.map((row) => `${row.week_start} ${row.institution_id}`)).toEqual(
    [...history].flatMap(([week, institutions]) => [...institutions.keys()].sort((a, b) => a - b).map((id) => `${week} ${id}`)),
  );
  for (const row of scores) {
    const wanted = history.get(row.week_start)?.get(row.institution_id) as OracleScore;
    const parts =
      row.change_by_usage === null ? null : [row.change_by_usage, row.change_by_peers, row.change_by_entitlements, row.change_by_locations];
    closeTo(
      {
        sizeTier: row.size_tier,
        locations: row.location_count,
        measured: row.measured_locations,
        inGrace: row.in_grace,
        practiceType: row.practice_type,
        score: row.adoption_score,
        coverage: row.coverage,
        tier: row.health_tier,
        zeroUsage: row.has_zero_usage,
        entitledFeatures: row.entitled_features,
        activeFeatures: row.active_features,
        previousScore: row.previous_score,
        change: row.score_change,
        percent: row.percent_change,
        tierChange: row.tier_change,
        atRisk: row.at_risk,
        weeksAtRisk: row.weeks_at_risk,
        declining: row.weeks_declining,
        improving: row.weeks_improving,
        parts,
      },
      { ...wanted, products: undefined },
    );
    if (row.score_change !== null)
      expect(Math.abs((parts ?? []).reduce<number>((sum, part) => sum + (part ?? Number.NaN), 0) - row.score_change)).toBeLessThan(1e-9);
    const own = products.filter((product) => product.week_start === row.week_start && product.institution_id === row.institution_id);
    closeTo(
      Object.fromEntries(
        own.map(({ product, entitled, usage, benchmark, expected, score, peer_level, peers }) => [
          product,
          { entitled, usage, benchmark, expected, score, level: peer_level, peers },
        ]),
      ),
      Object.fromEntries(wanted.products),
    );
  }
}

/** Equal in everything, numbers within what rounding may do. */
function closeTo(actual: unknown, wanted: unknown): void {
  const rounded = (_: string, one: unknown) => (typeof one === 'number' ? Math.round(one * 1e7) / 1e7 + 0 : one);
  const plain = (one: unknown): unknown => JSON.parse(JSON.stringify(one, rounded));
  expect(plain(actual)).toEqual(plain(wanted));
}

describe('against a plain recomputation', () => {
  test('random small worlds come out alike in every column', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(worldOf, rulesOf, async (world, rules) => {
        await clearWorld(database);
        await keepRules(rules);
        await insertWorld(database, world);
        await closeCompleteWeeks(database, sunday, clock);
        const first = (await database.selectFrom('official_week').select('week_start').orderBy('week_start').execute()).map(
          (row) => row.week_start,
        );
        await expectOracle(world, rules, first);
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});

describe('one more week', () => {
  test('is the same as scoring the whole history at once, on 200 random histories', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(worldOf, rulesOf, async (world, rules) => {
        await clearWorld(database);
        await keepRules(rules);
        const [first = ''] = scored;
        await insertWorld(database, world, (week) => week <= first);
        await closeCompleteWeeks(database, addDays(first, 7), clock);
        for (const week of scored.slice(1)) {
          await insertFigures(database, world, (of) => of === week);
          await closeCompleteWeeks(database, addDays(week, 7), clock);
        }
        const increments = [await scoreColumns(), await productColumns(), await benchmarkColumns()];
        await clearScores(database);
        await closeCompleteWeeks(database, sunday, clock);
        closeTo([await scoreColumns(), await productColumns(), await benchmarkColumns()], increments);
      }),
      { numRuns: 200, seed: 11 },
    );
  });
});
