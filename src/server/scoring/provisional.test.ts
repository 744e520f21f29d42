import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day, listWeekStartsUntil } from '#shared/core/dates.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { randomCustomerSetCount } from '#test/depth.ts';
import { computeOracleWeek, createCurrentUsageSource } from '#test/health-oracle.ts';
import {
  clearWorld,
  createWorldInstitution,
  insertWorld,
  type WorldInstitution,
} from '#test/health-world.ts';
import { refreshProvisionalBenchmarks, replaceProvisionalScores } from './provisional.ts';
import { closeCompleteWeeks } from './weeks.ts';

let opened: TestDatabase;
let database: Queries;
beforeAll(async () => {
  opened = await createTestDatabase();
  database = opened.database.background;
});
afterAll(() => opened.close());
beforeEach(() => clearWorld(database));

const clock = () => new Date('2026-11-19T10:00:00Z');
const running: Day = '2026-11-15';
const thursday: Day = '2026-11-19';
const weeks = listWeekStartsUntil(running, 5);

/**
 * Creates customers whose connections report the current week up to a day. Each week has a
 * different usage.
 */
const customers = (
  count: number,
  lastDay: Day | null,
  usage: readonly number[] = [70, 10, 10, 10, 3],
): WorldInstitution[] =>
  Array.from({ length: count }, (_, index) => {
    const of = lastDay === null ? weeks.slice(0, -1) : weeks;
    const one = createWorldInstitution(index + 1, of, { forms: usage });
    return {
      ...one,
      locations: one.locations.map((place) => ({
        ...place,
        feed: lastDay === null ? place.feed : { ...place.feed, [running]: lastDay },
      })),
    };
  });

const usageOfFirst = async () =>
  (
    await database
      .selectFrom('product_provisional')
      .select('usage')
      .where('institution_id', '=', 1)
      .executeTakeFirstOrThrow()
  ).usage;

test('28 days are the days so far, three whole weeks and the missing part of a fifth', async () => {
  await insertWorld(database, { institutions: customers(25, '2026-11-18') });
  expect(await replaceProvisionalScores(database, thursday, clock)).toEqual({
    institutions: 25,
    asOfDay: '2026-11-18',
  });
  expect(await usageOfFirst()).toBeCloseTo(3 + 30 + 70 * (3 / 7), 9);
  const row = await database
    .selectFrom('score_provisional')
    .selectAll()
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    week_start: running,
    as_of_day: '2026-11-18',
    made_at: clock(),
    adoption_score: 100,
  });
});

test('a late connection is filled with more of the oldest week', async () => {
  const [first, ...others] = customers(25, '2026-11-18');
  const late = customers(1, '2026-11-16')[0];
  if (!first || !late) throw new Error('no customer');
  await insertWorld(database, { institutions: [late, ...others] });
  await replaceProvisionalScores(database, thursday, clock);
  expect(await usageOfFirst()).toBeCloseTo(3 + 30 + 70 * (5 / 7), 9);
});

test('reports for today are stored but counted only up to yesterday', async () => {
  await insertWorld(database, { institutions: customers(25, thursday) });
  expect((await replaceProvisionalScores(database, thursday, clock)).asOfDay).toBe('2026-11-18');
});

test('before the first report of a week it is as of the Saturday before, and equals the official week', async () => {
  const world = {
    institutions: customers(25, null, [7, 8, 9, 10, 0]).map((one) => ({
      ...one,
      locations: one.locations,
    })),
  };
  await insertWorld(database, world);
  await closeCompleteWeeks(database, '2026-11-16', clock);
  expect((await replaceProvisionalScores(database, '2026-11-16', clock)).asOfDay).toBe(
    '2026-11-14',
  );
  const columns = [
    'institution_id',
    'week_start',
    'adoption_score',
    'health_tier',
    'measured_locations',
    'coverage',
  ] as const;
  const official = await database
    .selectFrom('score_week')
    .select([...columns])
    .orderBy('institution_id')
    .execute();
  expect(
    await database
      .selectFrom('score_provisional')
      .select([...columns])
      .orderBy('institution_id')
      .execute(),
  ).toEqual(official);
  expect(official).toHaveLength(25);
});

test('seven silent days make the products unmeasurable', async () => {
  const [first, ...others] = customers(26, '2026-11-18');
  if (!first) throw new Error('no customer');
  const until = (day: Day) => ({
    ...first,
    locations: first.locations.map((place) => ({ ...place, feed: { '2026-11-08': day } })),
  });
  await insertWorld(database, { institutions: [until('2026-11-11'), ...others] });
  await replaceProvisionalScores(database, thursday, clock);
  const score = () =>
    database
      .selectFrom('score_provisional')
      .select(['measured_locations', 'health_tier'])
      .where('institution_id', '=', 1)
      .executeTakeFirst();
  expect(await score()).toEqual({ measured_locations: 0, health_tier: 'Unknown' });
  await database
    .updateTable('feed_week')
    .set({ last_report_on: '2026-11-12' })
    .where('institution_id', '=', 1)
    .execute();
  await replaceProvisionalScores(database, thursday, clock);
  expect(await score()).toMatchObject({ measured_locations: 1 });
});

test('each run replaces the previous one, and leaves official weeks unchanged', async () => {
  await insertWorld(database, { institutions: customers(25, '2026-11-18') });
  await replaceProvisionalScores(database, thursday, clock);
  await database
    .updateTable('institution')
    .set({ churned_on: '2026-11-01' })
    .where('institution_id', '<=', 5)
    .execute();
  expect(await replaceProvisionalScores(database, thursday, clock)).toMatchObject({
    institutions: 20,
  });
  expect(
    await database.selectFrom('score_provisional').select('institution_id').execute(),
  ).toHaveLength(20);
  expect(await database.selectFrom('score_week').select('institution_id').execute()).toEqual([]);
});

test('benchmarks are refreshed without touching the provisional scores', async () => {
  await insertWorld(database, { institutions: customers(25, '2026-11-18') });
  await replaceProvisionalScores(database, thursday, clock);
  await database.updateTable('usage_week').set({ value: 0 }).execute();
  expect(
    await refreshProvisionalBenchmarks(database, thursday, () => new Date('2026-11-19T16:00:00Z')),
  ).toEqual({ groups: 3, asOfDay: '2026-11-18' });
  const benchmarks = await database
    .selectFrom('benchmark_provisional')
    .select(['benchmark', 'made_at'])
    .execute();
  expect(new Set(benchmarks.map((row) => row.benchmark))).toEqual(new Set([0]));
  expect(await usageOfFirst()).toBeGreaterThan(0);
});

test('random weeks match the plain recomputation', { timeout: 300_000 }, async () => {
  const random = fc.array(
    fc.record({
      usage: fc.array(fc.nat(40), { minLength: 5, maxLength: 5 }),
      last: fc.constantFrom(null, '2026-11-15', '2026-11-17', '2026-11-18'),
    }),
    { minLength: 2, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(random, async (rows) => {
      await clearWorld(database);
      const rules = { ...defaultHealthRules, minimumPeers: 2 };
      await database
        .insertInto('rules_version')
        .values({
          rules_version_id: 1,
          rules: JSON.stringify(rules),
          note: 'test',
          created_at: clock(),
        })
        .execute();
      const institutions = rows.map(({ usage, last }, index) => ({
        ...(customers(1, last, usage)[0] ?? createWorldInstitution(1, [], {})),
        id: index + 1,
      }));
      await insertWorld(database, { institutions });
      const { asOfDay } = await replaceProvisionalScores(database, thursday, clock);
      const week = addDays(asOfDay, -new Date(`${asOfDay}T00:00:00Z`).getUTCDay());
      const wanted = computeOracleWeek(
        { institutions },
        createCurrentUsageSource(week, asOfDay),
        rules,
        null,
      );
      const found = await database
        .selectFrom('score_provisional')
        .select(['institution_id', 'adoption_score', 'health_tier'])
        .execute();
      expect(found).toHaveLength(wanted.size);
      for (const row of found) {
        const score = wanted.get(row.institution_id)?.score ?? null;
        expect(row.health_tier).toBe(wanted.get(row.institution_id)?.tier);
        if (score === null) expect(row.adoption_score).toBeNull();
        else expect(row.adoption_score).toBeCloseTo(score, 8);
      }
    }),
    { numRuns: randomCustomerSetCount, seed: 3 },
  );
});
