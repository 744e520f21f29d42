import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/core/db/database.ts';
import type { JobContext } from '#server/core/jobs/job.ts';
import { scoringJobs } from '#server/scoring/jobs.ts';
import { recomputeWeeksFromDays } from '#server/scoring/roll-up-queries.ts';
import { closeCompleteWeeks } from '#server/scoring/weeks.ts';
import { addDays, type Day, weekday, weekStartOf } from '#shared/core/dates.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { isDeepTestRun } from '#test/depth.ts';
import { addMissingDemoDays, DemoGrowthRefused } from './grow.ts';
import { extendUsageRefreshWithDemoDays } from './jobs.ts';
import { seedDemo } from './seed.ts';

const timeZone = 'America/Los_Angeles';
/** Saturday, so the demo starts at the end of a week. */
const firstDay = '2026-11-21';
const noonOn = (day: Day) => new Date(`${day}T20:00:00Z`);
const clock = () => noonOn(firstDay);

const opened: TestApp[] = [];
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});

/** Returns a scored demo like after the first start. The database is closed after the test. */
async function demo(scale: number, begins: Day = firstDay): Promise<TestApp> {
  const app = await standingDemo(scale, begins);
  opened.push(app);
  return app;
}

async function standingDemo(scale: number, begins: Day = firstDay): Promise<TestApp> {
  const app = await standingUnscoredDemo(scale, begins);
  await closeCompleteWeeks(app.database.background, begins, clock);
  return app;
}

/** Returns a demo without scores, because scoring takes most of the time. */
async function unscoredDemo(scale: number, begins: Day = firstDay): Promise<TestApp> {
  const app = await standingUnscoredDemo(scale, begins);
  opened.push(app);
  return app;
}

async function standingUnscoredDemo(scale: number, begins: Day = firstDay): Promise<TestApp> {
  const app = await buildTestApp({ now: noonOn(begins) });
  await seedDemo(app.database, () => noonOn(begins), { timeZone, scale });
  return app;
}

async function runJob(
  app: TestApp,
  name: string,
  businessDate: Day,
): Promise<Record<string, unknown>> {
  const job = extendUsageRefreshWithDemoDays(scoringJobs).find((one) => one.name === name);
  if (!job) throw new Error(`no job ${name}`);
  const context: JobContext = {
    businessDate,
    signal: new AbortController().signal,
    progress: async () => undefined,
  };
  return job.run(app.dependencies, context);
}

const cents = (table: string) =>
  `select institution_id, location_id, product, to_jsonb(t) - 'value' as rest, round(value::numeric, 2) as value from ${table} t`;
/**
 * Queries of all tables that change. Sums in dollars can differ by less than a cent, because they
 * depend on the order of the additions.
 */
const tables: Record<string, string> = {
  usage_week: cents('usage_week'),
  usage_daily: cents('usage_daily'),
  // Leaves out values that depend on whether two weeks are closed in one run or in two.
  score_week: `select institution_id, week_start, health_tier, at_risk, weeks_at_risk, weeks_declining,
    round(adoption_score::numeric, 6) as score, round(score_change::numeric, 6) as change from score_week`,
  official_week: 'select week_start, institutions from official_week',
  ...Object.fromEntries(
    [
      'institution',
      'location',
      'entitlement',
      'contact',
      'churn_event',
      'contract',
      'crm_deal',
      'crm_ticket',
      'crm_owner_change',
      'place',
      'place_link',
      'prospect',
      'feed_week',
      'demo_world',
    ].map((table) => [table, `select * from ${table}`]),
  ),
};

async function contents(database: Database): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [table, query] of Object.entries(tables)) {
    const { rows } = await database.execute(`select t::text as line from (${query}) t order by 1`);
    found[table] =
      `${rows.length} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`;
  }
  return found;
}

const one = async (database: Database, query: string) =>
  (await database.execute(query)).rows[0] ?? {};

const weeks = isDeepTestRun ? 10 : 4;

describe(`${weeks} weeks of the demo`, () => {
  const days = Array.from({ length: weeks * 7 }, (_, index) => addDays(firstDay, index + 1));
  const lastDay = days.at(-1) ?? '';
  /**
   * Days on which the demo grows: every day of the first week, then Wednesdays, Saturdays and
   * Sundays. Some runs therefore add several days.
   */
  const runs = isDeepTestRun
    ? days
    : days.filter((day, index) => index < 7 || [0, 3, 6].includes(weekday(day)) || day === lastDay);

  it('add usage, losses, new customers and tickets, close each Sunday, and equal a single run over all days', {
    timeout: 300_000,
  }, async () => {
    const app = await demo(0.04);
    const { database } = app;
    const before = await one(
      database,
      'select count(*) as active from institution where churned_on is null',
    );
    let closed = 0;
    for (const day of runs) {
      app.setClock(noonOn(day));
      await runJob(app, 'usage.refresh', day);
      const newest = await one(
        database,
        'select max(last_report_on)::text as reported, (select max(day)::text from usage_daily) as used from feed_week',
      );
      expect(newest.reported).toBe(addDays(day, -1));
      // Practices are closed on Thanksgiving and around Christmas.
      expect(String(newest.used) >= addDays(day, -3)).toBe(true);
      if (weekday(day) !== 0) continue;
      const week = addDays(day, -7);
      expect(await runJob(app, 'scores.official', day)).toEqual({ weeks: 1, lastWeek: week });
      closed += 1;
      const scored = await one(
        database,
        `select count(*) filter (where health_tier = 'Unknown')::float8 / count(*) as unknown, count(*) filter (where at_risk) as at_risk,
          sum(measured_locations)::float8 / sum(location_count) as measured from score_week where week_start = '${week}'`,
      );
      expect(scored.unknown).toBeLessThan(0.05);
      expect(scored.measured).toBeGreaterThan(0.95);
      expect(scored.at_risk).toBeGreaterThan(0);
    }
    expect(closed).toBe(weeks);

    const since = await one(
      database,
      `select (select count(*) from churn_event where noticed_on > '${firstDay}') as notices,
        (select count(*) from institution where churned_on > '${firstDay}') as left,
        (select count(*) from institution where go_live_on >= '${firstDay}') as arrived,
        (select count(*) from institution where churned_on is null) as active,
        (select count(*) from crm_ticket where created_at >= '${firstDay}') as opened,
        (select count(*) from crm_ticket where closed_at >= '${firstDay}') as closed,
        (select count(*) from crm_ticket where closed_at is null and created_at < '${addDays(lastDay, -60)}') as forgotten,
        (select count(*) from crm_deal where closed and updated_at > '${addDays(firstDay, 1)}') as signed,
        (select count(*) from crm_deal d join institution using (institution_id) where not closed and churned_on is null
          and closes_on < '${addDays(lastDay, -60)}') as overdue,
        (select count(*) from usage_week join institution using (institution_id) where go_live_on >= '${firstDay}') as used,
        (select count(*) from location join institution using (institution_id) where churned_on is not null and closed_on is null) as open_after,
        (select count(*) from entitlement join institution using (institution_id) where churned_on < valid_to or (churned_on is not null and valid_to is null)) as entitled_after`,
    );
    for (const kind of ['notices', 'left', 'arrived', 'opened', 'closed', 'signed', 'used'])
      expect(since[kind], kind).toBeGreaterThan(0);
    expect(since).toMatchObject({ forgotten: 0, overdue: 0, open_after: 0, entitled_after: 0 });
    expect(Math.abs(Number(since.active) - Number(before.active))).toBeLessThanOrEqual(3);

    const laid = await contents(database);
    await runJob(app, 'usage.refresh', lastDay);
    expect(await contents(database)).toEqual(laid);

    const { database: atOnce } = await demo(0.04);
    const told: number[] = [];
    expect(
      await addMissingDemoDays(atOnce, lastDay, { onProgress: (done) => void told.push(done) }),
    ).toBe(days.length);
    expect(told).toEqual(told.toSorted((left, right) => left - right));
    await recomputeWeeksFromDays(atOnce.background, addDays(weekStartOf(lastDay), -7), lastDay);
    expect(await closeCompleteWeeks(atOnce.background, lastDay, clock)).toMatchObject({ weeks });
    expect(await contents(atOnce)).toEqual(laid);
  });
});

describe('days that are added', () => {
  it('leave existing data unchanged', async () => {
    const { database } = await unscoredDemo(0.01, '2026-11-22');
    const rows = async (query: string) =>
      (await database.execute(query)).rows.map((row) => String(row.line));
    const past = async () => [
      ...(await rows(
        `select t::text as line from usage_week t where week_start between '2026-01-18' and '2026-11-15'`,
      )),
      ...(await rows(
        `select t::text as line from feed_week t where week_start between '2026-01-18' and '2026-11-15'`,
      )),
      ...(await rows(
        `select t::text as line from usage_daily t where day between '2026-11-15' and '2026-11-21'`,
      )),
      ...(await rows(
        `select t::text as line from crm_ticket t where closed_at is not null and closed_at < '2026-11-22'`,
      )),
      ...(await rows(
        `select t::text as line from crm_deal t where closed and updated_at < '2026-11-22'`,
      )),
      ...(await rows(
        `select institution_id || name || go_live_on as line from institution where go_live_on < '2026-11-22'`,
      )),
      ...(await rows('select t::text as line from contact t where contact_id < 31000')),
      ...(await rows('select t::text as line from churn_event t')),
    ];
    const before = await past();
    await addMissingDemoDays(database, '2026-11-29');
    const after = new Set(await past());
    expect(before.filter((row) => !after.has(row))).toEqual([]);
  });

  /** Returns a database that fails in the given transaction, as if the process had been killed. */
  const killedAt = (database: Database, transaction: number): Database => {
    let begun = 0;
    const background = new Proxy(database.background, {
      get(target, key) {
        if (key === 'transaction' && ++begun === transaction) throw new Error('killed');
        const value = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return { ...database, background };
  };

  it('are the same after a kill at any point, and when two servers add them at once', async () => {
    const whole = await demo(0.01);
    await addMissingDemoDays(whole.database, '2026-12-02');
    const wanted = await contents(whole.database);
    const { database } = await demo(0.01);
    let kills = 0;
    const killedAgain = () =>
      addMissingDemoDays(killedAt(database, kills + 1), '2026-12-02').then(
        () => false,
        (error: Error) => error.message === 'killed',
      );
    while (await killedAgain()) kills += 1;
    expect(kills).toBeGreaterThan(4);
    await Promise.all([
      addMissingDemoDays(database, '2026-12-02'),
      addMissingDemoDays(database, '2026-12-02'),
    ]);
    expect(await contents(database)).toEqual(wanted);
  });

  it('stop between two weeks when the run is aborted, and continue from there', async () => {
    const { database } = await unscoredDemo(0.005);
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error('stopped'));
    await expect(
      addMissingDemoDays(database, '2026-12-20', { signal: stop.signal, onProgress }),
    ).rejects.toThrow('stopped');
    expect(await one(database, 'select laid_until::text as until from demo_world')).toEqual({
      until: '2026-11-22',
    });
    expect(await addMissingDemoDays(database, '2026-12-20')).toBe(28);
  });
});

describe('a demo started again', () => {
  it('after a year gets all missing days, is scored, and keeps no more history than at first', {
    timeout: 300_000,
  }, async () => {
    const weeksAway = 53;
    const { database } = await demo(0.005);
    const size = `select (select count(distinct week_start) from usage_week) as used, (select count(*) from official_week) as closed,
      (select count(distinct week_start) from score_week) as scored, (select count(distinct week_start) from benchmark_week) as compared`;
    const before = await one(database, size);
    const today = addDays(firstDay, weeksAway * 7);
    let weeks = 0;
    expect(await addMissingDemoDays(database, today, { onProgress: () => void weeks++ })).toBe(
      weeksAway * 7,
    );
    expect(weeks).toBe(weeksAway + 1);
    await closeCompleteWeeks(database.background, today, clock);
    expect(await one(database, size)).toEqual(before);
    expect(
      await one(
        database,
        `select min(week_start)::text as first, max(last_report_on)::text as last from feed_week`,
      ),
    ).toEqual({
      first: addDays(weekStartOf(today), -60 * 7),
      last: addDays(today, -1),
    });
    expect(
      await one(
        database,
        `select max(week_start)::text as week, (select min(day)::text from usage_daily) as day,
          (select sum(measured_locations)::float8 / sum(location_count) > 0.9 from score_week) as measured
        from official_week`,
      ),
    ).toEqual({
      week: addDays(weekStartOf(today), -7),
      day: addDays(weekStartOf(today), -14),
      measured: true,
    });
  });
});

describe('a demo is not continued', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await standingUnscoredDemo(0.005);
  });
  afterAll(() => app.close());

  it('when there is no new day, or when the clock is behind', async () => {
    const { database } = app;
    const reads: string[] = [];
    const watched: Database = {
      ...database,
      background: database.background.withPlugin({
        transformQuery: ({ node }) => {
          reads.push(node.kind);
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
    };
    for (const day of [firstDay, '2026-11-01'])
      expect(await addMissingDemoDays(watched, day)).toBe(0);
    expect(reads).toEqual(['SelectQueryNode', 'SelectQueryNode']);
  });

  it('when the clock is years ahead, and no history is deleted', async () => {
    const { database } = app;
    const before = await contents(database);
    await expect(addMissingDemoDays(database, '2036-11-23')).rejects.toThrow('Correct the clock');
    expect(await contents(database)).toEqual(before);
  });

  it('when the company has its own practices', async () => {
    const { database } = app;
    await database.execute(
      `insert into institution values (1000000001, 'Elm Dental', null, '2020-01-01', '2020-01-01', null, 'import', now())`,
    );
    const before = await contents(database);
    expect(await addMissingDemoDays(database, '2026-12-20')).toBe(0);
    expect(await contents(database)).toEqual(before);
    await database.execute('delete from institution where institution_id = 1000000001');
  });

  it('when its customers are not those of this version, and the usage refresh runs without it', async () => {
    await app.database.execute(
      `update institution set name = 'Renamed Dental' where institution_id = 1003`,
    );
    const before = await contents(app.database);
    await expect(addMissingDemoDays(app.database, '2026-12-20')).rejects.toThrow(DemoGrowthRefused);
    expect(await runJob(app, 'usage.refresh', '2026-12-20')).toEqual({
      from: '2026-12-13',
      to: '2026-12-20',
    });
    expect(await contents(app.database)).toEqual(before);
  });
});
