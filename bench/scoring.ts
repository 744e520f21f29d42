// Compares scoring all weeks of the demo with one equivalent hand-written SQL statement on the same
// database.
import { sql } from 'kysely';
import type { Database, Queries } from '#server/core/db/database.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { closeCompleteWeeks } from '#server/scoring/weeks.ts';
import { addDays } from '#shared/core/dates.ts';
import { productKeys } from '#shared/core/products.ts';
import { createTestDatabase } from '#test/database.ts';
import { median } from './median.ts';
import { baselineTables, buildBaselineScoringSql } from './scoring-anchor.ts';
import { measureSeconds } from './seconds.ts';
import type { Bench, BenchRow } from './types.ts';
import { firstLoadedWeek, loadWorld } from './world.ts';

const institutions = 5_000;
const weeks = 26;
const rounds = 3;
const manyInstitutions = 20_000;
const fewWeeks = 6;
const first = addDays(firstLoadedWeek, 21);
const clock = () => new Date('2027-01-01T00:00:00Z');

export const scoringBench: Bench = {
  name: 'scoring',
  async run() {
    return [await rebuildAgainstAnchor(), await oneMoreWeek(), await demoHistory()];
  },
};

async function rebuildAgainstAnchor(): Promise<BenchRow> {
  const { database, close } = await createTestDatabase();
  await loadWorld(database.background, institutions, weeks + 3);
  await database.background.schema.createSchema('anchor').execute();
  for (const table of baselineTables)
    await sql`create table ${sql.id('anchor', table)} (like ${sql.table(table)} including all)`.execute(
      database.background,
    );
  const last = addDays(first, 7 * (weeks - 1));
  const ours: number[] = [];
  const anchor: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await clearScores(database);
    ours.push(
      await measureSeconds(() => closeCompleteWeeks(database.background, addDays(last, 7), clock)),
    );
    await sql`truncate ${sql.join(baselineTables.map((table) => sql.id('anchor', table)))}`.execute(
      database.background,
    );
    anchor.push(
      await measureSeconds(() =>
        sql.raw(buildBaselineScoringSql(first, last)).execute(database.background),
      ),
    );
  }
  await expectSame(database.background);
  await close();
  return {
    bench: 'scoring',
    measure: `${institutions.toLocaleString('en-US')} institutions × ${productKeys.length} products × ${weeks} weeks`,
    ours: median(ours),
    anchor: median(anchor),
    ratio: median(ours.map((value, round) => value / (anchor[round] ?? Number.NaN))),
    limit: { atMost: 1.3 },
    unit: 's',
    note: 'every row equal; ours also says why each score moved',
  };
}

async function oneMoreWeek(): Promise<BenchRow> {
  const { database, close } = await createTestDatabase();
  await loadWorld(database.background, manyInstitutions, fewWeeks + 4);
  const last = addDays(first, 7 * (fewWeeks - 1));
  const rebuild = await measureSeconds(() =>
    closeCompleteWeeks(database.background, addDays(last, 7), clock),
  );
  const more = await measureSeconds(() =>
    closeCompleteWeeks(database.background, addDays(last, 14), clock),
  );
  await close();
  const yearly = (rebuild / fewWeeks) * weeks;
  return {
    bench: 'scoring',
    measure: `one more week of ${manyInstitutions.toLocaleString('en-US')} institutions, against all of ${weeks}`,
    ours: more,
    anchor: yearly,
    ratio: more / yearly,
    limit: { atMost: 0.1 },
    unit: 's',
    note: `the rebuild was timed over ${fewWeeks} weeks`,
  };
}

async function demoHistory(): Promise<BenchRow> {
  const { database, close } = await createTestDatabase();
  const now = () => new Date();
  await seedDemo(database, now, { timeZone: 'America/Los_Angeles' });
  let closed = 0;
  const took = await measureSeconds(async () => {
    closed = (await closeCompleteWeeks(database.background, now().toISOString().slice(0, 10), now))
      .weeks;
  });
  await close();
  return {
    bench: 'scoring',
    measure: `all ${closed} weeks of the demo, against a minute`,
    ours: took,
    anchor: 60,
    ratio: took / 60,
    limit: { atMost: 1 },
    unit: 's',
  };
}

const clearScores = (database: Database) =>
  sql`truncate official_week, benchmark_version, product_version, score_version`.execute(
    database.background,
  );

/** Throws unless the product and the anchor have produced the same rows. */
async function expectSame(database: Queries): Promise<void> {
  const keys: Record<string, string[]> = {
    benchmark_week: ['week_start', 'product', 'peer_level', 'size_tier', 'practice_type'],
    product_week: ['institution_id', 'week_start', 'product'],
    score_week: ['institution_id', 'week_start'],
  };
  const compared: Record<string, { same: string[]; close: string[] }> = {
    benchmark_week: {
      same: ['institutions', 'locations'],
      close: ['benchmark', 'quartile_low', 'quartile_high'],
    },
    product_week: {
      same: ['entitled', 'peer_level', 'peers'],
      close: ['usage', 'benchmark', 'expected', 'score'],
    },
    score_week: {
      same: [
        'size_tier',
        'health_tier',
        'previous_health_tier',
        'tier_change',
        'at_risk',
        'weeks_at_risk',
        'weeks_declining',
        'weeks_improving',
        'has_zero_usage',
      ],
      close: ['adoption_score', 'previous_score', 'percent_change', 'coverage'],
    },
  };
  for (const table of baselineTables) {
    const { same = [], close = [] } = compared[table] ?? {};
    const differs = [
      ...same.map((column) => `a.${column} is distinct from b.${column}`),
      ...close.map(
        (column) =>
          `coalesce(abs(a.${column} - b.${column}) > 1e-6, (a.${column} is null) <> (b.${column} is null))`,
      ),
    ];
    const { rows } = await sql<{
      rows: number;
      different: number;
    }>`select count(*)::int as rows, count(*) filter (where ${sql.raw(differs.join(' or '))})::int as different
      from ${sql.table(table)} a full join ${sql.id('anchor', table)} b using (${sql.join((keys[table] ?? []).map((key) => sql.ref(key)))})`.execute(
      database,
    );
    if (rows[0]?.different !== 0 || rows[0].rows === 0)
      throw new Error(`${table}: ${JSON.stringify(rows[0])}`);
  }
}
