import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Day, listWeekStartsUntil } from '#shared/core/dates.ts';
import { startDatabaseChild } from '#test/child-process.ts';
import { isDeepTestRun } from '#test/depth.ts';
import { clearScores, createWorldInstitution, insertWorld } from '#test/health-world.ts';
import { createLastingDatabase } from '#test/lasting-database.ts';
import { readOfficialRowsAsTexts } from '#test/score-week.ts';
import { closeCompleteWeeks } from '../weeks.ts';
import { recordReopeningRequest, rescoreReopenedWeeks } from './reopening.ts';

const sunday: Day = '2026-11-15';
const weeks = listWeekStartsUntil('2026-11-08', 24);
const official = weeks.slice(3);
const clock = () => new Date(`${sunday}T18:00:00Z`);
const kills = isDeepTestRun ? 5 : 2;

const { place, use, remove } = await createLastingDatabase();
beforeAll(async () => {
  await use(async (database) => {
    const institutions = Array.from({ length: 60 }, (_, index) =>
      createWorldInstitution(index + 1, weeks, { forms: 10 + index, messaging: 5 }),
    );
    await insertWorld(database.background, { institutions });
    await closeCompleteWeeks(database.background, sunday, clock);
  });
}, 120_000);
afterAll(remove);

test(`a reopening killed with -9 ${kills} times leaves only complete weeks and resumes where it stopped`, async () => {
  await use(async ({ background }) => {
    await background
      .updateTable('usage_week')
      .set({ value: 1 })
      .where('institution_id', '=', 3)
      .execute();
    await recordReopeningRequest(
      background,
      {
        reopeningId: randomUUID(),
        fromWeek: official[0] ?? sunday,
        reason: 'usage corrected',
        askedBy: 'command line',
      },
      clock(),
    );
  });
  let made = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const child = startDatabaseChild('reopen', place, sunday);
    await child.said(`week of ${official[made]}`);
    await pause(Math.random() * 20);
    await child.kill();
    made = await use(async ({ background }) => {
      const versions = await background
        .selectFrom('official_week')
        .select('version')
        .orderBy('week_start')
        .execute();
      const again = versions.filter(({ version }) => version === 2).length;
      expect(versions.map(({ version }) => version)).toEqual(
        official.map((_, index) => (index < again ? 2 : 1)),
      );
      const { rows } =
        await sql`select week_start, count(*) from score_week group by 1 having count(*) <> 60`.execute(
          background,
        );
      expect(rows).toEqual([]);
      expect(
        await background
          .selectFrom('week_reopening')
          .select(['weeks_made', 'finished_at'])
          .execute(),
      ).toEqual([{ weeks_made: again, finished_at: null }]);
      return again;
    });
    expect(made).toBeGreaterThan(kill);
  }
  expect(made).toBeLessThan(official.length);

  await use(async (database) => {
    const { background } = database;
    const run = {
      database: background,
      businessDate: sunday,
      clock,
      signal: new AbortController().signal,
      progress: () => {},
    };
    expect(await rescoreReopenedWeeks(run)).toEqual({
      weeksMade: official.length,
      weeksTakenAway: 0,
    });
    const versions =
      await sql`select count(*) as weeks, min(version) as least, max(version) as most from official_week`.execute(
        background,
      );
    expect(versions.rows).toEqual([{ weeks: official.length, least: 2, most: 2 }]);
    const kept =
      await sql`select count(distinct week_start) as weeks, count(*) as scores from score_version join week_version using (week_start, version)`.execute(
        background,
      );
    expect(kept.rows).toEqual([{ weeks: official.length, scores: official.length * 60 }]);
    const remade = await readOfficialRowsAsTexts(database);
    await clearScores(background);
    await closeCompleteWeeks(background, sunday, clock);
    expect(remade).toEqual(await readOfficialRowsAsTexts(database));
  });
}, 240_000);
