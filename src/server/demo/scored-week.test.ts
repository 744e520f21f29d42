import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Queries } from '#server/core/db/database.ts';
import { readCurrentRules } from '#server/scoring/rules-queries.ts';
import { closeCompleteWeeks } from '#server/scoring/weeks.ts';
import { listWeekStartsUntil, weekEndOf } from '#shared/core/dates.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { isDeepTestRun } from '#test/depth.ts';
import { computeOracleHistory, type OracleScore } from '#test/health-oracle.ts';
import type { HealthWorld } from '#test/health-world.ts';
import { seedDemo } from './seed.ts';

const clock = () => new Date('2026-11-21T20:00:00Z');
/**
 * Weeks with usage. They are enough for a decline that puts a customer at risk, plus three earlier
 * weeks for the first 28-day usage.
 */
const loaded = listWeekStartsUntil('2026-11-08', 7);
const scored = loaded.slice(3);
const last = scored.at(-1) ?? '';
/** Weeks with daily usage. */
const weeksOfDays = loaded.slice(-2);

let opened: TestDatabase;
let database: Queries;
beforeAll(async () => {
  opened = await createTestDatabase();
  database = opened.database.background;
  await seedDemo(lastWeeksOf(opened.database), clock, {
    timeZone: 'America/Los_Angeles',
    scale: isDeepTestRun ? 1 : 0.25,
  });
  await closeCompleteWeeks(database, '2026-11-21', clock);
}, 300_000);
afterAll(() => opened.close());

/**
 * Returns a database that gets only the last weeks of the demo. Earlier weeks do not affect the
 * last official week.
 */
function lastWeeksOf(whole: Database): Database {
  const [first = ''] = loaded;
  return {
    ...whole,
    copyIn(table, columns, lines, options) {
      const at = columns.indexOf('week_start');
      const isKept = (line: string) => line === '' || (line.split('\t')[at] ?? '') >= first;
      const kept =
        table === 'usage_week' || table === 'feed_week' ? keptLines(lines, isKept) : lines;
      return whole.copyIn(table, columns, kept, options);
    },
  };
}

async function* keptLines(
  chunks: Iterable<string> | AsyncIterable<string>,
  isKept: (line: string) => boolean,
): AsyncGenerator<string> {
  for await (const chunk of chunks) yield chunk.split('\n').filter(isKept).join('\n');
}

/** Reads the tables. In weeks with daily usage, sums the daily usage. */
async function readWorld(): Promise<HealthWorld> {
  const institutions = await database.selectFrom('institution').selectAll().execute();
  const locations = await database.selectFrom('location').selectAll().execute();
  const entitlements = await database.selectFrom('entitlement').selectAll().execute();
  const feed = await database.selectFrom('feed_week').selectAll().execute();
  const byWeek = await database
    .selectFrom('usage_week')
    .selectAll()
    .where('week_start', 'not in', weeksOfDays)
    .execute();
  const usage = byWeek.map(({ week_start: week, ...row }) => ({ ...row, week }));
  for (const week of weeksOfDays) {
    const days = await database
      .selectFrom('usage_daily')
      .selectAll()
      .where('day', '>=', week)
      .where('day', '<=', weekEndOf(week))
      .execute();
    usage.push(...days.map(({ day: _, ...row }) => ({ ...row, week })));
  }
  const usageOf = Map.groupBy(usage, (row) => row.location_id);
  const feedOf = Map.groupBy(feed, (row) => row.location_id);
  const locationsOf = Map.groupBy(locations, (row) => row.institution_id);
  const entitlementsOf = Map.groupBy(entitlements, (row) => row.institution_id);
  return {
    institutions: institutions.map((one) => ({
      id: one.institution_id,
      practiceType: one.practice_type,
      createdOn: one.created_on,
      goLiveOn: one.go_live_on,
      churnedOn: one.churned_on,
      locations: (locationsOf.get(one.institution_id) ?? []).map((place) => ({
        id: place.location_id,
        openedOn: place.opened_on,
        closedOn: place.closed_on,
        feed: Object.fromEntries(
          (feedOf.get(place.location_id) ?? []).map((row) => [row.week_start, row.last_report_on]),
        ),
        usage: (usageOf.get(place.location_id) ?? []).map(({ product, week, value }) => ({
          product,
          week,
          value,
        })),
      })),
      entitlements: (entitlementsOf.get(one.institution_id) ?? []).map((row) => ({
        product: row.product,
        from: row.valid_from,
        to: row.valid_to,
      })),
    })),
  };
}

/** Expects equal values. Numbers can differ by up to 1e-9. */
function expectSame(
  where: string,
  actual: Record<string, unknown>,
  wanted: Record<string, unknown>,
): void {
  for (const [key, value] of Object.entries(wanted)) {
    const found = actual[key];
    const same =
      typeof value === 'number' && typeof found === 'number'
        ? Math.abs(value - found) <= 1e-9
        : Object.is(found, value);
    if (!same) expect.fail(`${where}: ${key} is ${String(found)}, and should be ${String(value)}`);
  }
}

const columnsOf = (score: OracleScore) => ({
  size_tier: score.sizeTier,
  location_count: score.locations,
  measured_locations: score.measured,
  in_grace: score.inGrace,
  entitled_features: score.entitledFeatures,
  active_features: score.activeFeatures,
  coverage: score.coverage,
  adoption_score: score.score,
  health_tier: score.tier,
  previous_score: score.previousScore,
  score_change: score.change,
  percent_change: score.percent,
  tier_change: score.tierChange,
  has_zero_usage: score.zeroUsage,
  at_risk: score.atRisk,
  weeks_at_risk: score.weeksAtRisk,
  weeks_declining: score.declining,
  weeks_improving: score.improving,
  change_by_usage: score.parts?.[0] ?? null,
  change_by_peers: score.parts?.[1] ?? null,
  change_by_entitlements: score.parts?.[2] ?? null,
  change_by_locations: score.parts?.[3] ?? null,
});

describe('the last official week of the demo', () => {
  test('equals a plain recomputation from the raw tables, for every institution', {
    timeout: 300_000,
  }, async () => {
    const { rules } = await readCurrentRules(database, clock());
    const week =
      computeOracleHistory(await readWorld(), scored, rules).get(last) ??
      new Map<number, OracleScore>();

    const scores = await database
      .selectFrom('score_week')
      .selectAll()
      .where('week_start', '=', last)
      .execute();
    expect(scores.length).toBeGreaterThan(isDeepTestRun ? 2200 : 550);
    expect(scores.map((row) => row.institution_id).sort((a, b) => a - b)).toEqual(
      [...week.keys()].sort((a, b) => a - b),
    );
    for (const row of scores) {
      const wanted = week.get(row.institution_id);
      if (!wanted) throw new Error(`${row.institution_id} was not recomputed`);
      expectSame(`institution ${row.institution_id}`, row, columnsOf(wanted));
    }

    const products = await database
      .selectFrom('product_week')
      .selectAll()
      .where('week_start', '=', last)
      .execute();
    expect(products).toHaveLength(
      [...week.values()].reduce((sum, score) => sum + score.products.size, 0),
    );
    for (const row of products) {
      const wanted = week.get(row.institution_id)?.products.get(row.product);
      if (!wanted)
        throw new Error(`${row.institution_id} has ${row.product}, which was not recomputed`);
      const { level, ...columns } = wanted;
      expectSame(`institution ${row.institution_id}, ${row.product}`, row, {
        ...columns,
        peer_level: level,
      });
    }
  });
});
