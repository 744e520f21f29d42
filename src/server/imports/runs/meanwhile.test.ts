import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replaceProvisionalScores } from '#server/scoring/provisional.ts';
import { recomputeWeeksFromDays } from '#server/scoring/roll-up-queries.ts';
import { scorePastWeeks } from '#server/scoring/weeks.ts';
import { addDays, listWeekStartsUntil } from '#shared/core/dates.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createWorldInstitution, insertWorld } from '#test/health-world.ts';
import { importText } from '#test/imports.ts';

const institutions = 200;
const weeks = listWeekStartsUntil('2026-11-08', 12);
const now = () => new Date('2026-11-18T18:00:00Z');

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
  const { background } = opened.database;
  await insertWorld(background, {
    institutions: Array.from({ length: institutions }, (_, index) =>
      createWorldInstitution(index + 1, weeks, { forms: 7 }),
    ),
  });
  await sql`update location set external_source = 'import', external_id = location_id::text`.execute(
    background,
  );
});
afterAll(() => opened.close());

/** Returns a file in which every day has twice the usage of the test data. */
const feed = () =>
  [
    'Location ID,Product,Date,Value',
    ...Array.from({ length: institutions }, (_, index) =>
      weeks.flatMap((week) =>
        Array.from({ length: 7 }, (_, day) => `${(index + 1) * 100},forms,${addDays(week, day)},2`),
      ),
    ).flat(),
  ].join('\n');

const isWriting = async () =>
  (
    await sql`select from import_run where state = 'running' and writing`.execute(
      opened.database.foreground,
    )
  ).rows.length > 0;

test('a feed during a backfill: each week is scored with the whole feed or without it', async () => {
  const { background } = opened.database;
  const filled = scorePastWeeks(background, now);
  const { added } = await importText(opened.database, 'usage', feed());
  expect(added).toBe(institutions * weeks.length * 7);
  await filled;
  const { rows } = await sql<{ week: string; amounts: number[] }>`
    select week_start as week, array_agg(distinct usage) as amounts from product_week group by 1 order by 1`.execute(
    background,
  );
  expect(rows).toHaveLength(weeks.length - 3);
  for (const { week, amounts } of rows) expect([week, amounts.length]).toEqual([week, 1]);
  // All weeks have the new usage, including the weeks closed before the import.
  expect((await sql`select from usage_week where value <> 14`.execute(background)).rows).toEqual(
    [],
  );
}, 120_000);

test('scoring and the roll-up wait for a feed that is being written; requests are answered between its batches', async () => {
  const imported = importText(opened.database, 'usage', feed().replaceAll(/,2$/gm, ',3'));
  while (!(await isWriting())) await pause(1);
  let ended = false;
  const others = Promise.all([
    replaceProvisionalScores(opened.database.background, '2026-11-18', now),
    recomputeWeeksFromDays(opened.database.background, '2026-11-01', '2026-11-14'),
  ]).then(() => {
    ended = true;
  });
  let passed = 0;
  while (await isWriting()) {
    passed += 1;
    expect(ended).toBe(false);
  }
  expect(passed).toBeGreaterThan(10);
  expect(await imported).toMatchObject({ changed: institutions * weeks.length * 7 });
  await others;
}, 120_000);
