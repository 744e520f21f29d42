import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day, listWeekStartsUntil } from '#shared/core/dates.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import {
  clearScores,
  clearWorld,
  createWorldInstitution,
  insertWorld,
} from '#test/health-world.ts';
import { clearImported, importText } from '#test/imports.ts';
import { replaceProvisionalScores } from './provisional.ts';
import { recordReopeningRequest, rescoreReopenedWeeks } from './reopening/reopening.ts';
import { ScoringLeaseLost, withScoringLease } from './scoring-lease-queries.ts';
import { closeCompleteWeeks } from './weeks.ts';

const last: Day = '2026-11-08';
const sunday: Day = '2026-11-15';
const weeks = listWeekStartsUntil(last, 5);
const institutions = 600;
const clock = () => new Date(`${sunday}T10:00:00Z`);

let opened: TestDatabase;
let background: Queries;
let foreground: Queries;
beforeAll(async () => {
  opened = await createTestDatabase();
  ({ background, foreground } = opened.database);
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearWorld(background);
  await clearImported(opened.database);
  await sql`truncate week_reopening, scoring_turn`.execute(background);
  await insertWorld(background, {
    institutions: Array.from({ length: institutions }, (_, index) =>
      createWorldInstitution(index + 1, weeks, { forms: 5 + (index % 40), messaging: 9 }),
    ),
  });
  await sql`update location set external_source = 'import', external_id = location_id::text`.execute(
    background,
  );
});

/** Returns the results of `look`, which is called at intervals while `work` is running. */
async function seenDuring<Row>(work: Promise<unknown>, look: () => Promise<Row>): Promise<Row[]> {
  const seen: Row[] = [];
  let ended = false;
  const done = work.finally(() => {
    ended = true;
  });
  while (!ended) seen.push(await look());
  await done;
  return seen;
}

/**
 * Returns the data of a week that readers see, and the number of rows that are written for its
 * newest version.
 */
async function sights(week: Day) {
  const { rows } = await sql<{
    scores: number;
    products: number;
    sum: number | null;
    written: number;
    version: number | null;
  }>`
    select (select count(*)::int from score_week where week_start = ${week}::date) as scores,
      (select count(*)::int from product_week where week_start = ${week}::date) as products,
      (select sum(adoption_score) from score_week where week_start = ${week}::date) as sum,
      (select count(*)::int from score_version s where week_start = ${week}::date
        and version = (select max(version) from score_version where week_start = ${week}::date)) as written,
      (select version from official_week where week_start = ${week}::date) as version`.execute(
    foreground,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('no row');
  return row;
}

const isHalfMade = ({ written }: { written: number }) => written > 0 && written < institutions;

describe('while a week is scored', () => {
  test('readers see all of it or nothing', async () => {
    const seen = await seenDuring(closeCompleteWeeks(background, sunday, clock), () =>
      sights(last),
    );
    expect(seen.some(isHalfMade)).toBe(true);
    for (const { scores, products, version } of seen)
      expect([scores, products]).toEqual(
        version === null ? [0, 0] : [institutions, 2 * institutions],
      );
  }, 60_000);

  test('that was closed before, readers see the complete old week until the new one', async () => {
    await closeCompleteWeeks(background, sunday, clock);
    const before = await sights(last);
    await background
      .updateTable('usage_week')
      .set({ value: 1 })
      .where('institution_id', '<', 300)
      .where('product', '=', 'forms')
      .execute();
    await recordReopeningRequest(
      background,
      { reopeningId: randomUUID(), fromWeek: last, reason: 'corrected', askedBy: 'command line' },
      clock(),
    );
    const run = {
      database: background,
      businessDate: sunday,
      clock,
      signal: new AbortController().signal,
      progress: () => {},
    };
    const seen = await seenDuring(rescoreReopenedWeeks(run), () => sights(last));
    const after = await sights(last);
    expect(after.sum).not.toBe(before.sum);
    expect(seen.some((sight) => sight.version === 1 && isHalfMade(sight))).toBe(true);
    for (const { scores, products, sum, version } of seen)
      expect([scores, products, sum]).toEqual([
        institutions,
        2 * institutions,
        version === 1 ? before.sum : after.sum,
      ]);
  }, 60_000);

  test('provisionally, readers see the complete old scores until the new ones', async () => {
    await replaceProvisionalScores(background, sunday, clock);
    await background
      .updateTable('institution')
      .set({ churned_on: '2026-11-01' })
      .where('institution_id', '<=', 100)
      .execute();
    const counts = async () =>
      (
        await sql<{ scores: number; products: number; next: number }>`
        select (select count(*)::int from score_provisional) as scores, (select count(*)::int from product_provisional) as products,
          (select count(*)::int from score_provisional_next) as next`.execute(foreground)
      ).rows[0];
    const seen = await seenDuring(replaceProvisionalScores(background, sunday, clock), counts);
    expect(
      seen.some((row) => row !== undefined && row.next > 0 && row.next < institutions - 100),
    ).toBe(true);
    for (const row of seen) expect([institutions, institutions - 100]).toContain(row?.scores);
    for (const row of seen) expect(row?.products).toBe(2 * (row?.scores ?? 0));
    expect(await counts()).toMatchObject({ scores: institutions - 100 });
  }, 60_000);
});

describe('the scoring lease', () => {
  const feed = () =>
    [
      'Location ID,Product,Date,Value',
      ...Array.from(
        { length: institutions },
        (_, index) => `${(index + 1) * 100},forms,${addDays(last, 2)},1000`,
      ),
    ].join('\n');

  test('makes an import wait, which then completes', async () => {
    const closing = closeCompleteWeeks(background, sunday, clock);
    while ((await background.selectFrom('scoring_turn').select('holder').execute()).length === 0)
      await pause(1);
    const imported = importText(opened.database, 'usage', feed());
    const both = await seenDuring(
      Promise.all([closing, imported]),
      async () =>
        (
          await sql<{ scores: boolean; imports: boolean }>`
          select exists (select from scoring_turn) as scores, exists (select from import_run where state = 'running' and writing) as imports`.execute(
            foreground,
          )
        ).rows[0],
    );
    expect(both.some((row) => row?.scores)).toBe(true);
    expect(both.some((row) => row?.imports)).toBe(true);
    expect(both.filter((row) => row?.scores && row.imports)).toEqual([]);
    expect(await imported).toMatchObject({ added: institutions });
    const { rows } =
      await sql`select week_start, count(distinct usage >= 1000) from product_week where product = 'forms'
      group by 1 having count(distinct usage >= 1000) > 1`.execute(background);
    expect(rows).toEqual([]);
  }, 60_000);

  test('is exclusive across processes, so that weeks are closed once', async () => {
    const closed = await Promise.all(
      [1, 2, 3].map(() => closeCompleteWeeks(background, sunday, clock)),
    );
    expect(closed.reduce((sum, { weeks: made }) => sum + made, 0)).toBe(2);
    expect(await sights(last)).toMatchObject({
      scores: institutions,
      version: 1,
      written: institutions,
    });
    const once = await sights(last);
    await clearScores(background);
    await closeCompleteWeeks(background, sunday, clock);
    expect(await sights(last)).toEqual(once);
  }, 60_000);

  test.each([
    ['another one that makes scores', () => withScoringLease(background, async () => undefined)],
    ['an import', () => importText(opened.database, 'usage', feed())],
  ])(
    'is lost to %s after 15 seconds without a heartbeat, and allows no more writes',
    async (_, other) => {
      await withScoringLease(background, async ({ transact }) => {
        await transact((transaction) => sql`truncate scoring_staging`.execute(transaction));
        await sql`update scoring_turn set seen_at = seen_at - interval '14 seconds'`.execute(
          background,
        );
        await transact(async () => undefined);
        await sql`update scoring_turn set seen_at = seen_at - interval '16 seconds'`.execute(
          background,
        );
        await other();
        const piece = transact((transaction) => transaction.deleteFrom('entitlement').execute());
        await expect(piece).rejects.toThrow(ScoringLeaseLost);
      });
      expect(await background.selectFrom('entitlement').select('product').execute()).toHaveLength(
        2 * institutions,
      );
      expect(await background.selectFrom('scoring_turn').selectAll().execute()).toEqual([]);
    },
    60_000,
  );

  test('is released when the work fails', async () => {
    const failing = withScoringLease(background, async () => {
      throw new Error('no room');
    });
    await expect(failing).rejects.toThrow('no room');
    expect(await background.selectFrom('scoring_turn').selectAll().execute()).toEqual([]);
  });
});
