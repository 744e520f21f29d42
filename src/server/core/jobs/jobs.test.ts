import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLocalCrm } from '#server/crm/local-crm.ts';
import { createLocalPlacesProvider } from '#server/prospects/places/local-places.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createClockGuard } from '../clock/guard.ts';
import type { Database } from '../db/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { parseEnv } from '../env/env.ts';
import { findRunWithLog } from './history-queries.ts';
import type { Job } from './job.ts';
import { type JobRunner, type JobsOptions, startJobs } from './jobs.ts';

let test: TestDatabase;
let database: Database;
let now: Date;
const runners: JobRunner[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  database = test.database;
});

afterAll(() => test.close());

beforeEach(() => {
  now = new Date('2026-11-18T18:00:30Z');
});

afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await database.execute('truncate job_run, job_schedule, clock_mark; delete from pgboss.job');
});

/**
 * Starts the jobs of a server whose clock is wrong by `skewMinutes`. By default, `uptime` advances
 * with this clock, so that the clock guard sees no clock change.
 */
async function start(
  jobs: Job[],
  options: Partial<JobsOptions> & {
    skewMinutes?: number;
    uptime?: () => number;
    isAlone?: boolean;
    hears?: boolean;
  } = {},
): Promise<JobRunner> {
  const { skewMinutes = 0, uptime, isAlone = false, hears = true, ...rest } = options;
  const { listen, ...deaf } = database;
  const clock = () => new Date(now.getTime() + skewMinutes * 60_000);
  const dependencies: Omit<Dependencies, 'jobs'> = {
    env: parseEnv({ NODE_ENV: 'test' }),
    database: { ...deaf, isAlone, ...(hears && listen && { listen }) },
    clock,
    clockGuard: createClockGuard(database, clock, uptime ?? (() => clock().getTime())),
    identity: {
      begin: () => Promise.reject(new Error('unused')),
      finish: () => Promise.reject(new Error('unused')),
      signOutUrl: async () => null,
      probe: async () => undefined,
      isDown: () => false,
    },
    crm: createLocalCrm(database.foreground, clock),
    places: createLocalPlacesProvider(database.foreground),
    llm: null,
    log: Fastify({ logger: { level: 'silent' } }).log,
  };
  const runner = await startJobs(dependencies, jobs, {
    schedules: [],
    tickSeconds: 0,
    pollSeconds: 0.5,
    retryDelaySeconds: 1,
    drainSeconds: 0,
    ...rest,
  });
  runners.push(runner);
  return runner;
}

const runsOf = () =>
  database.background
    .selectFrom('job_run')
    .selectAll()
    .orderBy('scheduled_for')
    .orderBy('job')
    .execute();
const statesOf = async () => (await runsOf()).map((run) => run.state);

async function settled(count = 1): Promise<void> {
  await expect
    .poll(
      async () =>
        (await statesOf()).filter((state) => state === 'succeeded' || state === 'failed').length,
      {
        timeout: 20_000,
        interval: 50,
      },
    )
    .toBe(count);
}

/** Creates a job that records every start and blocks until `open` is called. */
function gate(name = 'gate') {
  const starts: string[] = [];
  const aborted: unknown[] = [];
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const job: Job = {
    name,
    async run(_, { businessDate, signal }) {
      starts.push(businessDate);
      signal.addEventListener('abort', () => aborted.push(signal.reason));
      await opened;
      return { starts: starts.length };
    },
  };
  return { job, starts, aborted, open };
}

const minutely: Schedule = {
  key: 'often',
  job: 'count',
  cron: '* * * * *',
  misfire: 'all',
  maxLateMinutes: null,
  text: '',
};
const ranDates: string[] = [];
const counting: Job = {
  name: 'count',
  async run(_, { businessDate }) {
    ranDates.push(businessDate);
    return {};
  },
};
beforeEach(() => ranDates.splice(0));

describe('a run', () => {
  it('is recorded with its progress, result and times', async () => {
    const job: Job = {
      name: 'work',
      async run(_, { businessDate, progress }) {
        await progress(1, 4, 'first');
        await progress(4, 4, 'all');
        return { businessDate };
      },
    };
    const jobs = await start([job]);
    const requested = await jobs.runNow('work');
    expect(requested).toMatchObject({ job: 'work', schedule: null, state: 'queued', attempt: 0 });
    await settled();
    const [run] = await jobs.recentRuns();
    expect(run).toMatchObject({
      jobRunId: requested.jobRunId,
      state: 'succeeded',
      attempt: 1,
      error: null,
      progress: { done: 4, total: 4, note: 'all' },
      startedAt: '2026-11-18T18:00:30.000Z',
      finishedAt: '2026-11-18T18:00:30.000Z',
    });
    expect((await runsOf())[0]).toMatchObject({
      result: { businessDate: '2026-11-18' },
      lease_until: null,
    });
    const runLog = (await findRunWithLog(database.background, requested.jobRunId))?.log;
    expect(runLog?.map(({ text }) => text)).toEqual(['Attempt 1 begins.', 'first', 'all']);
  });

  it('stores progress at most once a second', async () => {
    let stored = 0;
    const job: Job = {
      name: 'chatty',
      async run(_, { progress }) {
        for (let done = 1; done <= 200; done += 1) await progress(done, 200, '');
        // Progress is saved while the job runs.
        await expect
          .poll(async () => (await runsOf())[0]?.progress, { timeout: 10_000 })
          .toBeTruthy();
        stored = (await runsOf())[0]?.progress?.done ?? 0;
        return {};
      },
    };
    const jobs = await start([job]);
    await jobs.runNow('chatty');
    await settled();
    expect(stored).toBe(1);
    expect((await jobs.recentRuns())[0]?.progress?.done).toBe(200);
  });

  it('requested twice at once is one run, and after its end a new one', async () => {
    const { job, open } = gate();
    const jobs = await start([job]);
    const other = await start([job]);
    const requested = await Promise.all(
      [jobs, other, jobs, other, jobs].map((each) => each.runNow('gate')),
    );
    expect(new Set(requested.map((run) => run.jobRunId)).size).toBe(1);
    await expect.poll(statesOf, { timeout: 20_000 }).toEqual(['running']);
    expect((await other.runNow('gate')).jobRunId).toBe(requested[0]?.jobRunId);
    open();
    await settled();
    expect((await jobs.runNow('gate')).jobRunId).not.toBe(requested[0]?.jobRunId);
    await settled(2);
  });

  it('for past days runs for each day, reports progress, and waits for no other run', async () => {
    const past: Job = {
      name: 'past',
      backfill: 'day',
      async run(_, { businessDate, progress }) {
        await progress(1, 1, 'rows');
        ranDates.push(businessDate);
        return { rows: 2, businessDate };
      },
    };
    const blocking = gate();
    const jobs = await start([past, { ...blocking.job, backfill: 'day' }, counting]);
    const range = { from: '2026-11-14', to: '2026-11-16' };
    const requested = await jobs.runNow('past', range);
    expect(requested).toMatchObject({ state: 'queued', range });
    await settled();
    expect(ranDates).toEqual(['2026-11-14', '2026-11-15', '2026-11-16']);
    expect((await jobs.recentRuns())[0]).toMatchObject({
      range,
      result: { rows: 6, dates: 3 },
      progress: { done: 3, total: 3, note: '2026-11-14 to 2026-11-16' },
    });
    const runLog = (await findRunWithLog(database.background, requested.jobRunId))?.log;
    expect(runLog?.map(({ text }) => text)).toContain('2026-11-15: rows');

    await jobs.runNow('gate', range);
    await expect(
      jobs.runNow('gate', { from: '2026-11-10', to: '2026-11-11' }),
    ).rejects.toMatchObject({ status: 409 });
    blocking.open();
    await settled(2);
    await expect(jobs.runNow('count', range)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('current data'),
    });
    await expect(
      jobs.runNow('past', { from: '2026-11-18', to: '2026-11-19' }),
    ).rejects.toMatchObject({ status: 422 });
  });

  it('of an unknown job is a 404 that names the jobs', async () => {
    const jobs = await start([counting]);
    for (const name of ['nothing', '', "'; drop table job_run; --", '__proto__'])
      await expect(jobs.runNow(name)).rejects.toMatchObject({
        status: 404,
        message: expect.stringContaining('count'),
      });
    expect(await runsOf()).toEqual([]);
  });

  it('is the only one of its job, whatever else waits', async () => {
    let inside = 0;
    let most = 0;
    const slow: Job = {
      name: 'count',
      async run() {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setTimeout(resolve, 20));
        inside -= 1;
        return {};
      },
    };
    const servers = [
      await start([slow], { schedules: [minutely] }),
      await start([slow], { schedules: [minutely] }),
    ];
    now = new Date(now.getTime() + 10 * 60_000);
    await Promise.all(servers.map((server) => server.tick()));
    await settled(10);
    expect(most).toBe(1);
  });
});

describe('failures', () => {
  it('fails at once with its message when a retry would not help', async () => {
    let calls = 0;
    const job: Job = {
      name: 'broken',
      run: async () => {
        calls += 1;
        throw new Error('The rules of week 2026-11-08 are missing.');
      },
    };
    const jobs = await start([job]);
    await jobs.runNow('broken');
    await settled();
    expect((await jobs.recentRuns())[0]).toMatchObject({
      state: 'failed',
      attempt: 1,
      error: 'The rules of week 2026-11-08 are missing.',
    });
    expect(calls).toBe(1);
  });

  it('is retried after a transient failure, such as a full disk', async () => {
    let calls = 0;
    const job: Job = {
      name: 'shaky',
      run: async () => {
        calls += 1;
        if (calls === 1)
          await database.execute(
            `do $$ begin raise exception 'no space' using errcode = 'disk_full'; end $$`,
          );
        return {};
      },
    };
    const jobs = await start([job]);
    await jobs.runNow('shaky');
    await expect
      .poll(async () => (await runsOf())[0]?.error, { timeout: 20_000 })
      .toContain('has no disk space left (no space)');
    await settled();
    expect((await jobs.recentRuns())[0]).toMatchObject({
      state: 'succeeded',
      attempt: 2,
      error: null,
    });
  });

  it('fails after three transient failures', async () => {
    const job: Job = {
      name: 'down',
      run: () =>
        Promise.reject(Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })),
    };
    const jobs = await start([job]);
    await jobs.runNow('down');
    await settled();
    expect((await jobs.recentRuns())[0]).toMatchObject({
      state: 'failed',
      attempt: 3,
      error: 'connection refused',
    });
  });

  it('keeps unusual errors intact', async () => {
    const job: Job = { name: 'odd', run: () => Promise.reject('x\u0000'.repeat(5000)) };
    const jobs = await start([job]);
    await jobs.runNow('odd');
    await settled();
    expect((await jobs.recentRuns())[0]).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^x/),
    });
  });
});

describe('several servers', () => {
  it('200 times come due and 200 runs succeed, each once', { timeout: 60_000 }, async () => {
    const servers = await Promise.all(
      [1, 2, 3].map(() => start([counting], { schedules: [minutely] })),
    );
    for (let step = 0; step < 20; step += 1) {
      now = new Date(now.getTime() + 10 * 60_000);
      await Promise.all(servers.map((server) => server.tick()));
    }
    await expect
      .poll(async () => (await statesOf()).filter((state) => state === 'succeeded').length, {
        timeout: 50_000,
        interval: 100,
      })
      .toBe(200);
    expect(await runsOf()).toHaveLength(200);
    expect(ranDates).toHaveLength(200);
  });

  it('clocks that are two minutes apart neither double nor miss runs', {
    timeout: 60_000,
  }, async () => {
    const servers = [
      await start([counting], { schedules: [minutely], skewMinutes: -2 }),
      await start([counting], { schedules: [minutely], skewMinutes: 2 }),
    ];
    for (let step = 0; step < 30; step += 1) {
      now = new Date(now.getTime() + 60_000);
      await Promise.all(servers.map((server) => server.tick()));
    }
    const runs = await runsOf();
    const minutes = runs.map((run) => run.scheduled_for.toISOString().slice(11, 16));
    expect(new Set(minutes).size).toBe(runs.length);
    // The slow clock starts at 17:58:30, and the fast clock ends at 18:32:30.
    expect([minutes.at(0), minutes.at(-1), runs.length]).toEqual(['17:59', '18:32', 34]);
    await expect
      .poll(async () => new Set(await statesOf()), { timeout: 30_000 })
      .toEqual(new Set(['succeeded']));
    expect(ranDates).toHaveLength(34);
  });

  it('after an outage over Sunday 02:00, the week is closed once', async () => {
    const official: Schedule = {
      key: 'week',
      job: 'count',
      cron: '0 2 * * 0',
      misfire: 'latest',
      maxLateMinutes: null,
      text: '',
    };
    now = new Date('2027-03-14T05:00:00Z');
    const before = await start([counting], { schedules: [official] });
    await before.stop();
    expect(await runsOf()).toEqual([]);
    now = new Date('2027-03-15T18:00:00Z');
    const servers = await Promise.all([
      start([counting], { schedules: [official] }),
      start([counting], { schedules: [official] }),
    ]);
    await settled();
    await Promise.all(servers.map((server) => server.tick()));
    expect(ranDates).toEqual(['2027-03-14']);
    expect(await runsOf()).toMatchObject([
      { scheduled_for: new Date('2027-03-14T10:00:00Z'), state: 'succeeded', schedule: 'week' },
    ]);
  });
});

describe('a clock that is wrong', () => {
  const decided = () =>
    database.background
      .selectFrom('job_schedule')
      .select('decided_until')
      .executeTakeFirstOrThrow();

  it('and jumps while the server runs stops scheduled work, deletes no history, and resumes work when it is right again', async () => {
    let uptime = 0;
    const runner = await start([counting], { schedules: [minutely], uptime: () => uptime });
    const pass = async (minutes: number, ahead = 0) => {
      uptime += minutes * 60_000;
      now = new Date(now.getTime() + (minutes + ahead) * 60_000);
      await runner.tick();
    };
    await pass(1);
    await settled(1);
    const year = 525_600;
    await pass(1, 10 * year);
    await pass(1);
    expect(await statesOf()).toEqual(['succeeded']);
    expect((await runner.runNow('count')).state).toBe('queued');
    await settled(2);
    await pass(1, -10 * year);
    await settled(5);
    expect(
      (await runsOf())
        .filter((run) => run.schedule !== null)
        .map((run) => run.scheduled_for.getTime()),
    ).toEqual(
      ['18:01', '18:02', '18:03', '18:04'].map((time) =>
        new Date(`2026-11-18T${time}:00Z`).getTime(),
      ),
    );
  });

  it('and was ten years ahead at a start has not used up the times that are still to come', async () => {
    const daily: Schedule = { ...minutely, key: 'daily', cron: '0 2 * * *', misfire: 'latest' };
    const options: JobsOptions = { schedules: [daily], newestUsageDay: async () => '2026-11-17' };
    const right = now;
    const first = await start([counting], options);
    now = new Date('2036-11-18T18:00:00Z');
    await first.tick();
    await settled(1);
    const { decided_until: until } = await decided();
    expect(until.getTime()).toBeLessThanOrEqual(right.getTime());
    await first.stop();

    now = new Date(right.getTime() + 20 * 60 * 60_000);
    const behind = await start([counting], options);
    expect((await runsOf()).filter((run) => run.scheduled_for < new Date('2030-01-01'))).toEqual(
      [],
    );
    await database.execute('delete from clock_mark');
    await behind.tick();
    await settled(2);
    expect(
      (await runsOf())
        .filter((run) => run.scheduled_for < new Date('2030-01-01'))
        .map((run) => run.business_date),
    ).toEqual(['2026-11-19']);
  });

  it('and silent feeds have the same effect: occurrences after the newest usage are recorded once', async () => {
    const runner = await start([counting], {
      schedules: [minutely],
      newestUsageDay: async () => '2026-11-10',
    });
    for (let minute = 0; minute < 3; minute += 1) {
      now = new Date(now.getTime() + 60_000);
      await runner.tick();
    }
    await settled(3);
  });
});

describe('workers that die', () => {
  const expireLeases = () =>
    database.execute(
      `update job_run set lease_until = now() - interval '1 second' where state = 'running'`,
    );

  it('a run is taken over when its lease expires, and later writes of the first worker change nothing', async () => {
    const first = gate();
    // This server gets no notifications and polls once an hour, so it runs only the runs that it
    // requested itself.
    const paused = await start([first.job], { hears: false, pollSeconds: 3600 });
    await paused.runNow('gate');
    await expect.poll(() => first.starts.length, { timeout: 20_000 }).toBe(1);

    const second = gate();
    const other = await start([second.job]);
    await other.tick();
    expect((await runsOf())[0]).toMatchObject({ state: 'running', fence: 1 });
    await expireLeases();
    await other.tick();
    await expect
      .poll(() => first.starts.length + second.starts.length, { timeout: 20_000 })
      .toBe(2);
    expect((await runsOf())[0]).toMatchObject({ state: 'running', attempt: 2, fence: 2 });

    first.open();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await runsOf())[0]).toMatchObject({
      state: 'running',
      attempt: 2,
      fence: 2,
      result: null,
    });
    second.open();
    await settled();
    expect((await runsOf())[0]).toMatchObject({ state: 'succeeded', attempt: 2, fence: 2 });
  });

  it('a server of an earlier version leaves unknown jobs to others', async () => {
    const added: Job = { name: 'added', run: async () => ({ by: 'the newer' }) };
    const asking = await start([counting, added], { works: false });
    const older = await start([counting]);
    await asking.runNow('added');
    // Messages are handled in the order in which they were sent.
    await asking.runNow('count');
    await older.tick();
    await settled();
    expect(await runsOf()).toMatchObject([
      { job: 'added', state: 'queued', attempt: 0 },
      { job: 'count', state: 'succeeded' },
    ]);
    const newer = await start([counting, added]);
    // The older server may take the message and drop it. The next check sends the message again.
    const again = async () => {
      await newer.tick();
      return (await statesOf())[0];
    };
    await expect.poll(again, { timeout: 20_000, interval: 700 }).toBe('succeeded');
    expect((await runsOf())[0]).toMatchObject({
      job: 'added',
      state: 'succeeded',
      attempt: 1,
      result: { by: 'the newer' },
    });
  });

  it('a worker that lost its claim learns it at its next progress report', async () => {
    const heard: unknown[] = [];
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const job: Job = {
      name: 'zombie',
      async run(_, { progress, signal }) {
        begin();
        await taken;
        await progress(1, 2, 'late').catch((error: unknown) => {
          heard.push(error, signal.aborted);
          throw error;
        });
        return {};
      },
    };
    const jobs = await start([job]);
    await jobs.runNow('zombie');
    await begun;
    await database.execute(
      `update job_run set fence = fence + 1, progress = '{"done":7,"total":9,"note":"the other"}'`,
    );
    take();
    await expect
      .poll(() => heard, { timeout: 20_000 })
      .toMatchObject([{ message: 'This run was taken over by another server.' }, true]);
    expect((await runsOf())[0]).toMatchObject({
      state: 'running',
      progress: { done: 7, total: 9, note: 'the other' },
    });
  });

  it('a worker keeps its own runs, however late a renewal', async () => {
    const { job, open, starts } = gate();
    const jobs = await start([job]);
    await jobs.runNow('gate');
    await expect.poll(() => starts.length, { timeout: 20_000 }).toBe(1);
    await expireLeases();
    await jobs.tick();
    expect((await runsOf())[0]).toMatchObject({ state: 'running', fence: 1 });
    open();
    await settled();
    expect(starts).toHaveLength(1);
  });

  it('alone on its database, a server reclaims all running runs at its start', async () => {
    const first = gate();
    const killed = await start([first.job]);
    await killed.runNow('gate');
    await expect.poll(() => first.starts.length, { timeout: 20_000 }).toBe(1);

    const second = gate();
    second.open();
    await start([second.job], { isAlone: true });
    // The first server is still active and may take the run itself.
    await expect
      .poll(() => first.starts.length + second.starts.length, { timeout: 20_000 })
      .toBe(2);
    first.open();
    await settled();
    expect((await runsOf())[0]).toMatchObject({ state: 'succeeded', attempt: 2, fence: 2 });
  });

  it('a run that crashes its server on every attempt fails in the end', async () => {
    await database.background
      .insertInto('job_run')
      .values({
        job: 'count',
        schedule: null,
        scheduled_for: now,
        business_date: '2026-11-18',
        state: 'running',
        attempt: 3,
        fence: 3,
        lease_until: new Date(Date.now() - 1000),
        arguments: '{}',
        created_at: now,
      })
      .execute();
    const jobs = await start([counting]);
    expect((await jobs.recentRuns())[0]).toMatchObject({
      state: 'failed',
      error: 'Its server stopped during the run, on every attempt.',
    });
    expect(ranDates).toEqual([]);
  });
});

it.skipIf(!process.env.TEST_DATABASE_URL)(
  'a request in one process wakes the worker of another at once',
  async () => {
    const { job, starts, open } = gate();
    await start([job], { pollSeconds: 60 });
    const asking = await start([job], { works: false });
    await asking.runNow('gate');
    await expect.poll(() => starts.length, { timeout: 10_000 }).toBe(1);
    open();
    await settled();
  },
);

describe('stopping', () => {
  it('lets a run finish within the drain time', async () => {
    const { job, open, starts } = gate();
    const jobs = await start([job], { drainSeconds: 20 });
    await jobs.runNow('gate');
    await expect.poll(() => starts.length, { timeout: 20_000 }).toBe(1);
    setTimeout(open, 200);
    await jobs.stop();
    expect(await statesOf()).toEqual(['succeeded']);
  });

  it('aborts and releases an unfinished run without counting the attempt, and another server takes it', async () => {
    const { job, starts, aborted, open } = gate();
    const jobs = await start([job]);
    await jobs.runNow('gate');
    await expect.poll(() => starts.length, { timeout: 20_000 }).toBe(1);
    await jobs.stop();
    expect(aborted).toHaveLength(1);
    expect((await runsOf())[0]).toMatchObject({
      ...{ state: 'queued', attempt: 0, lease_until: null },
      log: [{ text: 'Attempt 1 begins.' }],
    });

    open();
    const next = gate();
    next.open();
    await start([next.job]);
    await settled();
    expect((await runsOf())[0]).toMatchObject({ state: 'succeeded', attempt: 1, fence: 2 });
    expect(next.starts).toHaveLength(1);
  });
});

it('deletes runs after 90 days', async () => {
  const jobs = await start([counting]);
  await jobs.runNow('count');
  await settled();
  now = new Date(now.getTime() + 89 * 86_400_000);
  await jobs.tick();
  expect(await runsOf()).toHaveLength(1);
  now = new Date(now.getTime() + 2 * 86_400_000);
  await jobs.tick();
  expect(await runsOf()).toEqual([]);
});

it('refuses a schedule whose job does not exist', async () => {
  await expect(start([], { schedules: [minutely] })).rejects.toThrow('count');
});
