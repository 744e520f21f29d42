import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { randomCustomerSetCount } from '#test/depth.ts';
import { computeOracleHistory, type OracleScore } from '#test/health-oracle.ts';
import {
  clearScores,
  clearWorld,
  type HealthWorld,
  insertUsageAndReports,
  insertWorld,
} from '#test/health-world.ts';
import { healthRulesArbitrary, healthWorldArbitrary, loadedWeeks } from '#test/random-world.ts';
import { closeCompleteWeeks } from './weeks.ts';

let opened: TestDatabase;
let database: Queries;
beforeAll(async () => {
  opened = await createTestDatabase();
  database = opened.database.background;
});
afterAll(() => opened.close());
beforeEach(() => clearWorld(database));

const clock = () => new Date('2026-11-15T10:00:00Z');
const scored = loadedWeeks.slice(3);
const sunday = '2026-11-15';

const keepRules = (rules: HealthRules) =>
  database
    .insertInto('rules_version')
    .values({
      rules_version_id: 1,
      rules: JSON.stringify(rules),
      note: 'test',
      created_at: clock(),
    })
    .execute();

const scoreColumns = async () =>
  database
    .selectFrom('score_week')
    .selectAll()
    .orderBy('week_start')
    .orderBy('institution_id')
    .execute();
const productColumns = async () =>
  database
    .selectFrom('product_week')
    .selectAll()
    .orderBy('week_start')
    .orderBy('institution_id')
    .orderBy('product')
    .execute();
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

async function expectOracle(
  world: HealthWorld,
  rules: HealthRules,
  weeks: readonly Day[],
): Promise<void> {
  const history = computeOracleHistory(world, weeks, rules);
  const scores = await scoreColumns();
  const products = await productColumns();
  expect(scores.map((row) => `${row.week_start} ${row.institution_id}`)).toEqual(
    [...history].flatMap(([week, institutions]) =>
      [...institutions.keys()].sort((a, b) => a - b).map((id) => `${week} ${id}`),
    ),
  );
  for (const row of scores) {
    const wanted = history.get(row.week_start)?.get(row.institution_id) as OracleScore;
    const parts =
      row.change_by_usage === null
        ? null
        : [
            row.change_by_usage,
            row.change_by_peers,
            row.change_by_entitlements,
            row.change_by_locations,
          ];
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
      expect(
        Math.abs(
          (parts ?? []).reduce<number>((sum, part) => sum + (part ?? Number.NaN), 0) -
            row.score_change,
        ),
      ).toBeLessThan(1e-9);
    const own = products.filter(
      (product) =>
        product.week_start === row.week_start && product.institution_id === row.institution_id,
    );
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

/** Expects equal values. Numbers can differ by rounding errors. */
function closeTo(actual: unknown, wanted: unknown): void {
  const rounded = (_: string, one: unknown) =>
    typeof one === 'number' ? Math.round(one * 1e7) / 1e7 + 0 : one;
  const plain = (one: unknown): unknown => JSON.parse(JSON.stringify(one, rounded));
  expect(plain(actual)).toEqual(plain(wanted));
}

describe('against a plain recomputation', () => {
  test('random small worlds match in every column', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(healthWorldArbitrary, healthRulesArbitrary, async (world, rules) => {
        await clearWorld(database);
        await keepRules(rules);
        await insertWorld(database, world);
        await closeCompleteWeeks(database, sunday, clock);
        const first = (
          await database
            .selectFrom('official_week')
            .select('week_start')
            .orderBy('week_start')
            .execute()
        ).map((row) => row.week_start);
        await expectOracle(world, rules, first);
      }),
      { numRuns: randomCustomerSetCount, seed: 7 },
    );
  });
});

describe('an additional week', () => {
  test('equals scoring the whole history at once, on random histories', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(healthWorldArbitrary, healthRulesArbitrary, async (world, rules) => {
        await clearWorld(database);
        await keepRules(rules);
        const [first = ''] = scored;
        await insertWorld(database, world, (week) => week <= first);
        await closeCompleteWeeks(database, addDays(first, 7), clock);
        for (const week of scored.slice(1)) {
          await insertUsageAndReports(database, world, (of) => of === week);
          await closeCompleteWeeks(database, addDays(week, 7), clock);
        }
        const increments = [await scoreColumns(), await productColumns(), await benchmarkColumns()];
        await clearScores(database);
        await closeCompleteWeeks(database, sunday, clock);
        closeTo(
          [await scoreColumns(), await productColumns(), await benchmarkColumns()],
          increments,
        );
      }),
      { numRuns: randomCustomerSetCount, seed: 11 },
    );
  });
});
