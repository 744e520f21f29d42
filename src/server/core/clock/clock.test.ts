import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getSystemNotices, postClockConfirmation } from '#shared/core/notices.ts';
import { getServerStatus } from '#shared/core/server-status.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { type ClockGuard, createClockGuard } from './guard.ts';
import { clockDifferenceMs, findClockDifferenceTrouble } from './rules.ts';

const hour = 3_600_000;
const tenYears = 87_660 * hour;
const start = new Date('2026-11-22T10:00:00Z');

let tested: TestApp;
let now: Date;
/** Uptime of the machine in milliseconds, which does not depend on the clock. */
let uptime: number;

let guard: ClockGuard;

beforeEach(async () => {
  now = start;
  uptime = 500_000;
  tested = await buildTestApp({
    now,
    dependencies: {
      clockGuard: {
        get trouble() {
          return guard.trouble;
        },
        check: () => guard.check(),
        confirm: (transaction) => guard.confirm(transaction),
      },
    },
  });
  restart();
});
afterEach(() => tested.close());

const anotherGuard = () =>
  createClockGuard(
    tested.database,
    () => now,
    () => uptime,
  );

/** Restarts the server, which checks its clock at the start. */
function restart(): void {
  guard = anotherGuard();
}

/** Advances the time. The clock moves by the same amount or by `clockMoves`. */
function pass(milliseconds: number, clockMoves = milliseconds): void {
  uptime += milliseconds;
  now = new Date(now.getTime() + clockMoves);
  tested.setClock(now);
}

const check = () => guard.check();
const asOf = async (role: 'member' | 'admin') => ({
  cookie: await tested.signIn(role),
  'sec-fetch-site': 'same-origin',
});

async function noticeText(): Promise<string | undefined> {
  const answer = await tested.app.inject({
    url: getSystemNotices.path,
    headers: await asOf('member'),
  });
  expect(answer.statusCode).toBe(200);
  return getSystemNotices.response.parse(answer.json()).rows[0]?.text;
}

async function confirm(role: 'member' | 'admin') {
  return tested.app.inject({
    method: 'POST',
    url: postClockConfirmation.path,
    payload: {},
    headers: await asOf(role),
  });
}

describe('a clock is trusted', () => {
  test.each([
    ['while it keeps time', 30 * 24 * hour, 30 * 24 * hour],
    ['when it is set by just an hour', 60_000, hour + 60_000],
    ['when it is set back by less than what other servers may differ', 60_000, -200_000],
  ])('%s', async (_, passed, moved) => {
    await check();
    pass(passed, moved);
    expect(await check()).toBeNull();
    expect(await noticeText()).toBeUndefined();
  });

  test('when it drifts by half an hour a day for a year', async () => {
    for (let day = 0; day < 365; day += 1) {
      pass(24 * hour, 24.5 * hour);
      expect(await check()).toBeNull();
    }
  });

  test('when the machine was off for a month', async () => {
    await check();
    uptime = 0;
    now = new Date(start.getTime() + 30 * 24 * hour);
    restart();
    expect(await check()).toBeNull();
  });
});

describe('a clock is not trusted', () => {
  test.each([
    [hour + 60_001, 'after a jump of 1 hour ahead'],
    [tenYears, 'after a jump of 10 years ahead'],
    [-3 * hour, 'after a jump of 3 hours back'],
  ])('when it jumps while the server runs: %s ms', async (jump, words) => {
    await check();
    pass(60_000, 60_000 + jump);
    expect(await check()).toMatchObject({ kind: 'jumped', by: jump });
    expect(await noticeText()).toContain(words);
  });

  test('and /healthz says so', async () => {
    await check();
    pass(60_000, tenYears);
    await check();
    const { status, checks } = getServerStatus.response.parse(
      (await tested.app.inject({ url: getServerStatus.path })).json(),
    );
    expect(status).toBe('degraded');
    expect(checks.find(({ name }) => name === 'clock')).toMatchObject({
      status: 'degraded',
      detail: expect.stringContaining('Scheduled work has stopped'),
    });
  });

  test('until it jumps back', async () => {
    await check();
    pass(60_000, tenYears);
    await check();
    pass(60_000, 120_000 - tenYears);
    expect(await check()).toBeNull();
  });

  test('when it is behind the database’s latest time, also at a server that starts then', async () => {
    now = new Date(start.getTime() + tenYears);
    restart();
    await check();
    now = start;
    restart();
    expect(await check()).toMatchObject({
      kind: 'behind',
      latestSeen: new Date(start.getTime() + tenYears),
    });
    expect(await noticeText()).toMatch(
      /^The server's clock shows 2026-11-22 10:00 UTC, but this database has already recorded the later time 2036-11-2\d \d\d:00 UTC\./,
    );
  });

  test('and its time is not recorded as the latest', async () => {
    await check();
    pass(60_000, tenYears);
    await check();
    pass(60_000, 120_000 - tenYears);
    restart();
    expect(await check()).toBeNull();
  });
});

describe('a process whose clock differs from the database’s', () => {
  /** Clock of the database's server. */
  let databaseNow: Date;
  beforeEach(() => {
    databaseNow = start;
    guard = createClockGuard(
      tested.database,
      () => now,
      () => uptime,
      async () => findClockDifferenceTrouble(now, clockDifferenceMs(databaseNow, now, now)),
    );
  });
  const status = async (url: string) => (await tested.app.inject({ url })).statusCode;
  const markOf = () => tested.database.foreground.selectFrom('clock_mark').selectAll().execute();

  test('is trusted within five minutes ahead or behind', async () => {
    for (const by of [-300_000, 300_000]) {
      now = new Date(start.getTime() + by);
      expect(await check()).toBeNull();
    }
  });

  test.each([
    ['ahead', 48 * hour, '2 days ahead of'],
    ['behind', -6 * 60_000, '6 minutes behind'],
  ])('%s: writes no time that others rely on, and reports it', async (_, by, words) => {
    now = new Date(start.getTime() + by);
    expect(await check()).toMatchObject({ kind: 'apart', by });
    expect(await markOf()).toEqual([]);
    now = start;
    expect(await anotherGuard().check()).toBeNull();
    now = new Date(start.getTime() + by);
    expect(await noticeText()).toMatch(new RegExp(words));
    expect(await status('/readyz')).toBe(503);
    const { checks } = getServerStatus.response.parse(
      (await tested.app.inject({ url: getServerStatus.path })).json(),
    );
    expect(checks.find(({ name }) => name === 'clock')).toMatchObject({
      status: 'degraded',
      detail: expect.stringMatching(words),
    });
  });

  test('refuses sign-ins and changes, answers reads and keeps the times of sessions; signing out works', async () => {
    const cookie = await tested.signIn('admin');
    const lastSeen = () =>
      tested.database.foreground.selectFrom('user_session').select('last_seen_at').execute();
    const before = await lastSeen();
    pass(0, 2 * hour);
    await check();
    const read = await tested.app.inject({ url: '/api/auth/user', headers: { cookie } });
    expect([read.statusCode, await lastSeen()]).toEqual([200, before]);
    const send = (url: string) =>
      tested.app.inject({
        method: 'POST',
        url,
        payload: {},
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
      });
    const refused = await send(postClockConfirmation.path);
    expect([refused.statusCode, refused.headers['retry-after'], refused.body]).toEqual([
      503,
      '30',
      expect.stringContaining('2 hours ahead of the clock of the database'),
    ]);
    expect(await status('/auth/callback?code=1&state=2')).toBe(503);
    expect((await send('/auth/logout')).statusCode).toBe(200);
  });

  test('is trusted again once it is corrected, however far it was off', async () => {
    pass(0, tenYears);
    expect(await check()).not.toBeNull();
    pass(60_000, 60_000 - tenYears);
    databaseNow = new Date(start.getTime() + 60_000);
    expect(await check()).toBeNull();
    expect(await status('/readyz')).toBe(200);
  });

  test('and a simultaneous jump of the database’s clock is noticed as before', async () => {
    await check();
    pass(60_000, tenYears);
    databaseNow = now;
    expect(await check()).toMatchObject({ kind: 'jumped' });
  });
});

describe('an administrator confirms the clock', () => {
  test('and no other user may', async () => {
    expect((await confirm('member')).statusCode).toBe(403);
  });

  test('after it was behind: rows dated in the future are gone, correct rows stay', async () => {
    const past = await tested.signIn('member');
    const future = new Date(start.getTime() + tenYears);
    now = future;
    tested.setClock(now);
    restart();
    await check();
    const { foreground } = tested.database;
    const run = {
      job: 'usage.refresh',
      schedule: 'usage.refresh',
      business_date: '2026-11-22',
      state: 'succeeded' as const,
    };
    await foreground
      .insertInto('job_run')
      .values(
        [start, future].map((at) => ({
          ...run,
          scheduled_for: at,
          created_at: at,
          started_at: at,
          finished_at: at,
        })),
      )
      .execute();
    await foreground
      .insertInto('job_schedule')
      .values({ schedule: 'usage.refresh', decided_until: future })
      .execute();
    const dated = await tested.signIn('member');

    now = start;
    tested.setClock(now);
    restart();
    const answer = await confirm('admin');
    expect([answer.statusCode, answer.json()]).toEqual([200, { rows: [] }]);
    expect(await noticeText()).toBeUndefined();
    expect(
      (await foreground.selectFrom('job_run').select('scheduled_for').execute()).map(
        (row) => row.scheduled_for,
      ),
    ).toEqual([start]);
    expect(await foreground.selectFrom('job_schedule').select('decided_until').execute()).toEqual([
      { decided_until: start },
    ]);
    const statusWith = async (cookie: string) =>
      (await tested.app.inject({ url: '/api/auth/user', headers: { cookie } })).statusCode;
    expect([await statusWith(past), await statusWith(dated)]).toEqual([200, 401]);
    const [audit] = await foreground
      .selectFrom('audit_log')
      .select(['action', 'object_id', 'detail'])
      .execute();
    expect(audit).toMatchObject({
      action: 'clock.confirm',
      object_id: 'behind',
      detail: { jobRuns: 1, schedules: 1 },
    });
  });

  test('after a jump, for every server of the database', async () => {
    const other = anotherGuard();
    await check();
    await other.check();
    pass(60_000, 5 * hour);
    expect(await other.check()).not.toBeNull();
    expect((await confirm('admin')).json()).toEqual({ rows: [] });
    expect(await other.check()).toBeNull();
  });

  test('twice, or without need: nothing changes', async () => {
    await check();
    expect((await confirm('admin')).statusCode).toBe(200);
    expect(await tested.database.foreground.selectFrom('audit_log').selectAll().execute()).toEqual(
      [],
    );
  });
});
