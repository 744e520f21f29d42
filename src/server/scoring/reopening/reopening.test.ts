import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day, listWeekStartsUntil } from '#shared/core/dates.ts';
import { postReopening } from '#shared/scoring/reopening.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { clearAuditLog } from '#test/audit.ts';
import {
  clearScores,
  clearWorld,
  createWorldInstitution,
  insertWorld,
} from '#test/health-world.ts';
import { scoringJobs } from '../jobs.ts';
import { readCurrentRules } from '../rules-queries.ts';
import { closeCompleteWeeks, closeOfficialWeek } from '../weeks.ts';
import { recordReopeningRequest, rescoreReopenedWeeks } from './reopening.ts';

let tested: TestApp;
let database: Queries;
beforeAll(async () => {
  tested = await buildTestApp();
  database = tested.database.background;
});
afterAll(() => tested.close());
beforeEach(async () => {
  await clearWorld(database);
  await sql`truncate week_version, score_version, week_reopening`.execute(database);
  await clearAuditLog(database);
});

const last: Day = '2026-11-08';
const sunday: Day = '2026-11-15';
const clock = () => new Date('2026-11-15T10:00:00Z');
const loaded = listWeekStartsUntil(last, 8);
const [first = last, second = last, third = last] = loaded.slice(3);

/** Creates 25 customers. The first customer joined in the last week. */
const lateComer = () => [
  createWorldInstitution(1, loaded, { forms: 5 }, { createdOn: last, goLiveOn: last }),
  ...Array.from({ length: 24 }, (_, index) =>
    createWorldInstitution(index + 2, loaded, { forms: 10 + index }),
  ),
];

const ask = (
  fromWeek: Day,
  reason = 'created dates corrected',
  reopeningId: string = randomUUID(),
) =>
  recordReopeningRequest(
    database,
    { reopeningId, fromWeek, reason, askedBy: 'command line' },
    clock(),
  );

const reopen = (signal = new AbortController().signal, onWeek: (note: string) => void = () => {}) =>
  rescoreReopenedWeeks({
    database,
    businessDate: sunday,
    clock,
    signal,
    progress: (_done, _total, note) => onWeek(note),
  });

/** Returns all official figures, for a comparison with later figures. */
async function figures() {
  const scores = await database
    .selectFrom('score_week')
    .selectAll()
    .orderBy('week_start')
    .orderBy('institution_id')
    .execute();
  const products = await database
    .selectFrom('product_week')
    .selectAll()
    .orderBy('week_start')
    .orderBy('institution_id')
    .orderBy('product')
    .execute();
  const benchmarks = await database
    .selectFrom('benchmark_week')
    .selectAll()
    .orderBy('week_start')
    .orderBy('peer_level')
    .execute();
  return { scores, products, benchmarks };
}

const official = () =>
  database
    .selectFrom('official_week')
    .select(['week_start', 'version', 'reason'])
    .orderBy('week_start')
    .execute();

async function closedWorld(): Promise<void> {
  await insertWorld(database, { institutions: lateComer() });
  await closeCompleteWeeks(database, sunday, clock);
}

describe('rescored weeks', () => {
  test('use current data from the given week on', async () => {
    await closedWorld();
    const before = await figures();
    await database
      .updateTable('institution')
      .set({ created_on: '2020-01-01', go_live_on: '2020-01-01' })
      .where('institution_id', '=', 1)
      .execute();
    await ask(second);
    expect(await reopen()).toEqual({ weeksMade: 4, weeksTakenAway: 0 });

    const after = await figures();
    expect(after.scores.filter((row) => row.week_start === first)).toEqual(
      before.scores.filter((row) => row.week_start === first),
    );
    expect(
      after.scores.filter((row) => row.institution_id === 1).map((row) => row.week_start),
    ).toEqual(loaded.slice(4));
    expect((await official()).map((row) => [row.version, row.reason])).toEqual([
      [1, null],
      ...Array(4).fill([2, 'created dates corrected']),
    ]);

    await ask(first);
    await reopen();
    const remade = await figures();
    await clearScores(database);
    await closeCompleteWeeks(database, sunday, clock);
    expect(remade).toEqual(await figures());
  });

  test('keep the previous version row by row, with the reason in the audit log', async () => {
    await closedWorld();
    const before = await figures();
    await database
      .updateTable('usage_week')
      .set({ value: 1 })
      .where('institution_id', '=', 3)
      .execute();
    await ask(third, 'usage of one customer corrected');
    await reopen();
    const keptOf = async (table: string, order: string) =>
      (
        await tested.database.execute(
          `select * from ${table} where version = 1 and week_start >= '${third}' order by ${order}`,
        )
      ).rows.map(({ version: _, ...row }) => row);
    const of = <Row extends { week_start: Day }>(rows: Row[]) =>
      rows.filter((row) => row.week_start >= third);
    expect(await keptOf('score_version', 'week_start, institution_id')).toEqual(of(before.scores));
    expect(await keptOf('product_version', 'week_start, institution_id, product')).toEqual(
      of(before.products),
    );
    expect(await keptOf('benchmark_version', 'week_start, peer_level')).toEqual(
      of(before.benchmarks),
    );
    const weeks = await database
      .selectFrom('week_version')
      .select(['week_start', 'version', 'replaced_because'])
      .orderBy('week_start')
      .execute();
    expect(weeks.map((row) => [row.week_start, row.version, row.replaced_because])).toEqual(
      loaded.slice(5).map((week) => [week, 1, 'usage of one customer corrected']),
    );
    expect(
      await database.selectFrom('audit_log').select(['actor', 'action', 'object_id']).execute(),
    ).toEqual([{ actor: 'command line', action: 'weeks.reopen', object_id: third }]);
  });

  test('continue after an interruption with the same result', async () => {
    await closedWorld();
    await database
      .updateTable('institution')
      .set({ created_on: '2020-01-01' })
      .where('institution_id', '=', 1)
      .execute();
    await ask(first);
    const stop = new AbortController();
    await expect(
      reopen(stop.signal, (note) => note === `week of ${second}` && stop.abort()),
    ).rejects.toThrow();
    expect((await official()).map((row) => row.version)).toEqual([2, 2, 1, 1, 1]);
    expect(await reopen()).toEqual({ weeksMade: 5, weeksTakenAway: 0 });
    expect((await official()).map((row) => row.version)).toEqual([2, 2, 2, 2, 2]);
    const remade = await figures();
    await clearScores(database);
    await closeCompleteWeeks(database, sunday, clock);
    expect(remade).toEqual(await figures());
  });

  test('are scored once by two concurrent processes, and completed by the next closing after a cancellation', async () => {
    await closedWorld();
    await ask(first);
    const stop = new AbortController();
    await expect(
      reopen(stop.signal, (note) => note === `week of ${second}` && stop.abort()),
    ).rejects.toThrow();
    const close = scoringJobs.find(({ name }) => name === 'scores.official');
    const context = {
      businessDate: sunday,
      signal: new AbortController().signal,
      progress: async () => undefined,
    };
    await Promise.all([close?.run(tested.dependencies, context), reopen(), reopen()]);
    expect((await official()).map((row) => row.version)).toEqual([2, 2, 2, 2, 2]);
    const done = await database
      .selectFrom('week_reopening')
      .select(['weeks_made', 'finished_at'])
      .execute();
    expect(done).toEqual([{ weeks_made: 5, finished_at: expect.any(Date) }]);
  });

  test('remove weeks that a wrong clock closed without usage, and close them again later', async () => {
    await closedWorld();
    const rules = await readCurrentRules(database, clock());
    for (let ahead = 1; ahead <= 3; ahead += 1)
      await closeOfficialWeek(database, addDays(last, 7 * ahead), rules, clock);
    expect(await official()).toHaveLength(8);
    await ask(addDays(last, 7), 'closed by a wrong clock');
    expect(await reopen()).toEqual({ weeksMade: 0, weeksTakenAway: 3 });
    expect((await official()).map((row) => row.week_start)).toEqual(loaded.slice(3));
    expect(await database.selectFrom('week_version').selectAll().execute()).toHaveLength(3);

    await database
      .insertInto('feed_week')
      .values({
        institution_id: 2,
        location_id: 200,
        week_start: addDays(last, 7),
        last_report_on: addDays(last, 13),
      })
      .execute();
    await closeCompleteWeeks(database, addDays(last, 14), clock);
    expect((await official()).at(-1)).toEqual({
      week_start: addDays(last, 7),
      version: 2,
      reason: null,
    });
  });

  test('include weeks that could not be scored before', async () => {
    const customers = lateComer().map((one) => ({ ...one, createdOn: last, goLiveOn: last }));
    await insertWorld(database, { institutions: customers });
    expect(await closeCompleteWeeks(database, sunday, clock)).toEqual({ weeks: 1, lastWeek: last });
    await database
      .updateTable('institution')
      .set({ created_on: '2020-01-01', go_live_on: '2020-01-01' })
      .execute();
    await ask('2020-01-05');
    expect(await reopen()).toEqual({ weeksMade: 5, weeksTakenAway: 0 });
    expect((await official()).map((row) => [row.week_start, row.version])).toEqual([
      ...loaded.slice(3, 7).map((week) => [week, 1]),
      [last, 2],
    ]);
  });

  test('are scored once when requested twice under one id', async () => {
    await closedWorld();
    const id = randomUUID();
    await ask(last, 'once', id);
    await ask(last, 'once', id);
    expect(await reopen()).toEqual({ weeksMade: 1, weeksTakenAway: 0 });
    expect(await database.selectFrom('audit_log').selectAll().execute()).toHaveLength(1);
  });
});

describe('requesting a reopening', () => {
  const post = async (role: 'member' | 'admin', body: object) =>
    tested.app.inject({
      method: 'POST',
      url: postReopening.path,
      payload: body,
      headers: { cookie: await tested.signIn(role), 'sec-fetch-site': 'same-origin' },
    });
  const request = { reopeningId: randomUUID(), fromWeek: last, reason: 'dates corrected' };

  test('requires an administrator', async () => {
    expect((await post('member', request)).statusCode).toBe(403);
  });

  test.each([
    ['a day other than a Sunday', { ...request, fromWeek: '2026-11-09' }, 'must be a Sunday'],
    ['an invalid date', { ...request, fromWeek: '2026-02-30' }, 'fromWeek'],
    ['no reason', { ...request, reason: '  ' }, 'is required'],
  ])('is refused with a reason for %s', async (_, body, words) => {
    const answer = await post('admin', body);
    expect([answer.statusCode, answer.body.includes(words)]).toEqual([422, true]);
    expect(await database.selectFrom('week_reopening').selectAll().execute()).toEqual([]);
  });
});

describe('scoring too early', () => {
  const run = (name: string) => {
    const job = scoringJobs.find((each) => each.name === name);
    if (job === undefined) throw new Error(`no job ${name}`);
    const context = {
      businessDate: sunday,
      signal: new AbortController().signal,
      progress: async () => undefined,
    };
    return job.run(tested.dependencies, context);
  };

  test('is refused with the missing data, and closes no week automatically', async () => {
    await expect(run('scores.backfill')).rejects.toThrow('there are no practices yet');
    await insertWorld(database, { institutions: lateComer() });
    await sql`truncate entitlement`.execute(database);
    await expect(run('scores.backfill')).rejects.toThrow('npm run import -- entitlements FILE.csv');
    expect(await run('scores.official')).toEqual({
      weeks: 0,
      lastWeek: null,
      missing: 'entitlements',
    });
    expect(await official()).toEqual([]);
  });

  test('leaves weeks before the first customers open and closes the others', async () => {
    const [, ...others] = lateComer();
    await insertWorld(database, {
      institutions: others.map((one) => ({ ...one, createdOn: third, goLiveOn: third })),
    });
    expect(await run('scores.backfill')).toEqual({ weeks: 3, lastWeek: last });
    expect((await official()).map((row) => row.week_start)).toEqual(loaded.slice(5));
  });
});
