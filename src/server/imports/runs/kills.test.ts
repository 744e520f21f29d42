import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/core/db/database.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import { startDatabaseChild } from '#test/child-process.ts';
import { isDeepTestRun } from '#test/depth.ts';
import { expireHeartbeats, importText } from '#test/imports.ts';
import { createLastingDatabase } from '#test/lasting-database.ts';
import { finishAbandonedImports } from '../finish.ts';

const locations = 4_000;
const kills = isDeepTestRun ? 12 : 2;
const practices = `Location ID,Name\n${Array.from({ length: locations }, (_, index) => `L-${index},Practice ${index}`).join('\n')}`;

const { place, use, remove } = await createLastingDatabase();
beforeAll(async () => {
  await use(async (database) => {
    expect(await importText(database, 'practices', practices)).toMatchObject({ added: locations });
  });
}, 120_000);
afterAll(remove);

/**
 * Finishes abandoned runs. On a database server that other processes can use, a run counts as
 * abandoned only once its heartbeat is overdue.
 */
async function finish(database: Database, day: Day): Promise<string[]> {
  await expireHeartbeats(database);
  return finishAbandonedImports(database, () => new Date(`${day}T18:05:00Z`));
}

async function stateOf(database: Database, day: Day) {
  const { rows } = await sql<{ days: number; sum: number; weeks: number; staged: number }>`
    select (select count(*) from usage_daily where day = ${day}::date) as days,
           (select coalesce(sum(value), 0) from usage_daily where day between ${addDays(day, -6)}::date and ${day}::date
              and day >= ${day}::date - extract(dow from ${day}::date)::integer) as sum,
           (select coalesce(sum(value), 0) from usage_week where week_start = ${day}::date - extract(dow from ${day}::date)::integer) as weeks,
           (select count(*) from usage_staging) as staged`.execute(database.background);
  const run = await database.background
    .selectFrom('import_run')
    .select(['state', 'error', 'report'])
    .where('source', '=', 'child')
    .where('business_date', '=', day)
    .executeTakeFirstOrThrow();
  return { ...rows[0], run };
}

test('killed while it reads: nothing is imported, and the run says so', async () => {
  const day = '2026-11-16';
  const child = startDatabaseChild('import', place, day);
  await child.said('reading');
  await child.kill();
  await use(async (database) => {
    expect(await finish(database, day)).toEqual([]);
    expect(await stateOf(database, day)).toMatchObject({
      days: 0,
      staged: 0,
      run: {
        state: 'failed',
        error: 'The server process stopped while it read the file. Nothing was imported.',
      },
    });
  });
}, 120_000);

test(`killed while it writes, ${kills} times: the next start finishes it, and every row is counted once`, async () => {
  let finished = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const day = addDays('2026-11-17', kill);
    const child = startDatabaseChild('import', place, day);
    await child.said('writing');
    // The first kill comes at once, so that it precedes the end of the import even on a fast
    // machine.
    await pause(kill === 0 ? 0 : Math.random() * 200);
    await child.kill();
    await use(async (database) => {
      finished += (await finish(database, day)).length;
      const { run, ...figures } = await stateOf(database, day);
      expect(figures).toMatchObject({ days: locations, staged: 0 });
      expect(figures.weeks).toBe(figures.sum);
      expect(run).toMatchObject({
        state: 'succeeded',
        report: { rowsRead: locations, added: locations, changed: 0, unchanged: 0 },
      });
    });
  }
  expect(finished).toBeGreaterThan(0);
}, 600_000);
