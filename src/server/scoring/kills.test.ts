import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/core/db/database.ts';
import { migrateDatabase } from '#server/core/db/migrate.ts';
import { type Day, listWeekStartsUntil } from '#shared/core/dates.ts';
import { startDatabaseChild } from '#test/child-process.ts';
import { clearScores, createWorldInstitution, insertWorld } from '#test/health-world.ts';
import { createLastingDatabase } from '#test/lasting-database.ts';
import { readOfficialRowsAsTexts } from '#test/score-week.ts';
import { closeCompleteWeeks } from './weeks.ts';

const sunday: Day = '2026-11-15';
const weeks = listWeekStartsUntil('2026-11-08', 5);
const official = weeks.slice(3);
const institutions = 1_500;
const clock = () => new Date(`${sunday}T18:00:00Z`);

const { place, use, remove } = await createLastingDatabase();
/** Rows of closings that were not killed. */
let undisturbed: string[];
beforeAll(async () => {
  await use(async (database) => {
    await migrateDatabase(database);
    const world = Array.from({ length: institutions }, (_, index) =>
      createWorldInstitution(index + 1, weeks, { forms: 10 + (index % 90), messaging: 5 }),
    );
    await insertWorld(database.background, { institutions: world });
    await closeCompleteWeeks(database.background, sunday, clock);
    undisturbed = await readOfficialRowsAsTexts(database);
    await clearScores(database.background);
  });
}, 120_000);
afterAll(remove);

/** Returns the number of rows that belong to weeks that are not official. */
async function leftovers({ background }: Database) {
  const { rows } = await sql<{ staged: number; benchmarks: number; scores: number }>`
    select (select count(*)::int from scoring_staging) as staged,
      (select count(*)::int from benchmark_version where week_start not in (select week_start from official_week)) as benchmarks,
      (select count(*)::int from score_version where week_start not in (select week_start from official_week)) as scores`.execute(
    background,
  );
  return rows[0];
}

test.each([
  ['facts', { benchmarks: 0, scores: 0 }],
  ['benchmarks', { scores: 0 }],
  ['scores', {}],
])(
  'closing a week, killed with -9 while writing %s, leaves no week; the next closing writes the same rows as an undisturbed one',
  async (stage, left) => {
    const child = startDatabaseChild('close', place, sunday);
    await child.said(stage);
    await child.kill();
    await use(async (database) => {
      expect(await database.background.selectFrom('official_week').selectAll().execute()).toEqual(
        [],
      );
      expect(await readOfficialRowsAsTexts(database)).toEqual([]);
      const found = await leftovers(database);
      expect(found).toMatchObject(left);
      if (stage === 'scores') expect(found?.scores).toBeGreaterThan(0);
      // Spares the wait until the lease of the killed process expires.
      await sql`update scoring_turn set seen_at = seen_at - interval '15 seconds'`.execute(
        database.background,
      );
      expect(await closeCompleteWeeks(database.background, sunday, clock)).toEqual({
        weeks: official.length,
        lastWeek: official.at(-1),
      });
      expect(await leftovers(database)).toMatchObject({ benchmarks: 0, scores: 0 });
      expect(await readOfficialRowsAsTexts(database)).toEqual(undisturbed);
      await clearScores(database.background);
    });
  },
  120_000,
);
