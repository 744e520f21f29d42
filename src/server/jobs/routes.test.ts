import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpError } from '#server/core/errors.ts';
import { recordDueOccurrences } from '#server/core/jobs/due-queries.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { activeJobRunsSchema, getJobs } from '#shared/jobs/jobs.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createQueuedJobRun } from '#test/recording-jobs.ts';
import { registerJobProgressStream } from './progress-stream.ts';

let test: TestApp;
let admin: string;
const asked: string[] = [];
const run = createQueuedJobRun('scores.backfill', new Date('2026-11-18T18:00:00Z'));

const nightly: Schedule = {
  key: 'nightly',
  job: run.job,
  cron: '0 2 * * *',
  misfire: 'skip',
  maxLateMinutes: null,
  text: 'Every night at 2 AM.',
};

beforeAll(async () => {
  test = await buildTestApp({
    dependencies: {
      jobs: {
        known: [
          { name: run.job, schedules: [nightly] },
          { name: 'scores.other', does: 'Scores are made.', schedules: [] },
        ],
        async runNow(job, range) {
          if (job !== run.job) throw new HttpError(404, `There is no job named ${job}.`);
          asked.push(job);
          return { ...run, range: range ?? null };
        },
        recentRuns: async () => [run],
        stop: async () => undefined,
      },
    },
  });
  admin = await test.signIn('admin');
});

afterAll(() => test.close());

const post = (payload: object, headers = {}) =>
  test.inject({ method: 'POST', url: '/api/jobs/runs', payload, headers });
const audits = () => test.database.foreground.selectFrom('audit_log').selectAll().execute();

describe('the calls of the jobs', () => {
  it('an admin sees the runs and starts one, which is audited', async () => {
    const answer = await post({ job: run.job }, { cookie: admin });
    expect([answer.statusCode, answer.json()]).toEqual([200, run]);
    expect(await audits()).toMatchObject([
      {
        action: 'job.run',
        object_type: 'job_run',
        object_id: run.jobRunId,
        detail: { job: run.job },
      },
    ]);
    const list = await test.inject({ url: '/api/jobs/runs', headers: { cookie: admin } });
    expect([list.statusCode, list.json()]).toEqual([200, { rows: [run] }]);
  });

  it('a run for past days is audited with its range', async () => {
    const range = { from: '2026-11-01', to: '2026-11-07' };
    expect((await post({ job: run.job, range }, { cookie: admin })).json()).toEqual({
      ...run,
      range,
    });
    expect((await audits()).at(-1)).toMatchObject({
      action: 'job.run',
      detail: { job: run.job, range },
    });
    for (const wrong of [
      { from: '2026-11-01' },
      { from: 'x', to: '2026-11-07' },
      { ...range, step: 'day' },
    ])
      expect(
        (await post({ job: run.job, range: wrong }, { cookie: admin })).statusCode,
        JSON.stringify(wrong),
      ).toBe(422);
  });

  it('a run is shown with its log, to administrators only', async () => {
    const at = new Date('2026-11-18T18:00:00Z');
    const log = [{ at: at.toISOString(), text: 'Attempt 1 begins.' }];
    const { job_run_id: id } = await test.database.foreground
      .insertInto('job_run')
      .values({
        job: 'told',
        schedule: null,
        scheduled_for: at,
        business_date: '2026-11-18',
        state: 'failed',
        created_at: at,
        log: JSON.stringify(log),
      })
      .returning('job_run_id')
      .executeTakeFirstOrThrow();
    const one = (runId: string, cookie = admin) =>
      test.inject({ url: `/api/jobs/runs/${runId}`, headers: { cookie } });
    expect((await one(id)).json()).toMatchObject({ run: { jobRunId: id, state: 'failed' }, log });
    expect((await one(randomUUID())).statusCode).toBe(404);
    expect((await one('x')).statusCode).toBe(422);
    expect((await one(id, await test.signIn('member'))).statusCode).toBe(403);
  });

  it('a member gets a 403 and a caller without a session a 401, and neither starts a run', async () => {
    const before = asked.length;
    expect((await post({ job: run.job })).statusCode).toBe(403);
    expect((await test.inject({ url: '/api/jobs/runs' })).statusCode).toBe(403);
    expect((await post({ job: run.job }, { cookie: '' })).statusCode).toBe(401);
    expect((await test.inject({ url: '/api/jobs/runs', headers: { cookie: '' } })).statusCode).toBe(
      401,
    );
    expect(asked.length).toBe(before);
  });

  it('an unknown job is a 404 in plain text, and is not audited', async () => {
    const before = (await audits()).length;
    const answer = await post({ job: 'nothing' }, { cookie: admin });
    expect([answer.statusCode, answer.body]).toEqual([404, 'There is no job named nothing.']);
    expect((await audits()).length).toBe(before);
  });

  it('refuses an invalid name of a job', async () => {
    for (const payload of [
      {},
      { job: '' },
      { job: null },
      { job: 7 },
      { job: 'x'.repeat(81) },
      { job: run.job, extra: 1 },
    ])
      expect((await post(payload, { cookie: admin })).statusCode, JSON.stringify(payload)).toBe(
        422,
      );
  });
});

describe('the list of the jobs', () => {
  const jobs = async () =>
    getJobs.response.parse(
      (await test.inject({ url: '/api/jobs', headers: { cookie: admin } })).json(),
    ).rows;
  const pause = (isPaused: boolean, cookie = admin) =>
    test.inject({
      method: 'POST',
      url: '/api/jobs/schedules/nightly',
      payload: { isPaused },
      headers: { cookie },
    });
  const zone = { timeZone: 'America/Los_Angeles', newestUsageDay: async () => null };

  it('has the times, the last run and its usual duration', async () => {
    for (const seconds of [10, 30, 20]) {
      const started_at = new Date(`2026-11-17T10:00:${seconds}Z`);
      const times = {
        created_at: started_at,
        started_at,
        finished_at: new Date(started_at.getTime() + seconds * 1000),
      };
      const row = {
        job: run.job,
        schedule: null,
        scheduled_for: started_at,
        business_date: '2026-11-17',
        state: 'succeeded' as const,
      };
      await test.database.foreground
        .insertInto('job_run')
        .values({ ...row, ...times, result: '{"rows": 3}' })
        .execute();
    }
    expect(await jobs()).toMatchObject([
      {
        job: run.job,
        schedules: [
          { key: 'nightly', text: nightly.text, nextAt: '2026-11-19T10:00:00.000Z', paused: null },
        ],
        lastRun: { state: 'succeeded', result: { rows: 3 } },
        does: null,
        medianSeconds: 20,
        trouble: null,
      },
      {
        job: 'scores.other',
        does: 'Scores are made.',
        schedules: [],
        lastRun: null,
        medianSeconds: null,
        trouble: null,
      },
    ]);
  });

  it('reports that the last run failed', async () => {
    const at = new Date('2026-11-18T10:00:00Z');
    const times = { scheduled_for: at, created_at: at, started_at: at, finished_at: at };
    const row = {
      job: run.job,
      schedule: null,
      business_date: '2026-11-18',
      state: 'failed' as const,
      error: 'No rules.',
    };
    const failed = await test.database.foreground
      .insertInto('job_run')
      .values({ ...row, ...times })
      .returning('job_run_id')
      .execute();
    expect((await jobs())[0]).toMatchObject({
      lastRun: { error: 'No rules.' },
      trouble: { kind: 'failed', at: at.toISOString() },
    });
    await test.database.foreground
      .deleteFrom('job_run')
      .where('job_run_id', '=', failed[0]?.job_run_id ?? '')
      .execute();
  });

  it('a paused schedule records skipped occurrences, and continues once it is resumed', async () => {
    const { foreground } = test.database;
    await recordDueOccurrences(foreground, [nightly], {
      ...zone,
      now: new Date('2026-11-18T18:00:00Z'),
    });
    expect((await pause(true)).json()).toMatchObject({
      nextAt: null,
      paused: { by: 'Avery Admin' },
    });
    expect((await pause(true)).statusCode).toBe(200);
    await recordDueOccurrences(foreground, [nightly], {
      ...zone,
      now: new Date('2026-11-19T18:00:00Z'),
    });
    expect((await pause(false)).json()).toMatchObject({
      nextAt: '2026-11-19T10:00:00.000Z',
      paused: null,
    });
    await recordDueOccurrences(foreground, [nightly], {
      ...zone,
      now: new Date('2026-11-20T10:00:30Z'),
    });
    const runs = await foreground
      .selectFrom('job_run')
      .select(['state', 'error'])
      .where('schedule', '=', 'nightly')
      .orderBy('scheduled_for')
      .execute();
    expect(runs).toEqual([
      { state: 'skipped', error: 'The schedule was paused.' },
      { state: 'queued', error: null },
    ]);
    expect((await audits()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['schedule.pause', 'schedule.resume']),
    );
    expect((await audits()).filter(({ action }) => action === 'schedule.pause')).toHaveLength(1);
  });

  it('is for administrators', async () => {
    const member = await test.signIn('member');
    expect((await test.inject({ url: '/api/jobs', headers: { cookie: member } })).statusCode).toBe(
      403,
    );
    expect((await pause(true, member)).statusCode).toBe(403);
    expect(
      (await test.inject({ url: '/api/jobs/progress', headers: { cookie: member } })).statusCode,
    ).toBe(403);
    const unknown = {
      method: 'POST',
      url: '/api/jobs/schedules/unknown',
      payload: { isPaused: true },
      headers: { cookie: admin },
    } as const;
    expect((await test.inject(unknown)).statusCode).toBe(404);
  });
});

it('progress is streamed while it changes, and the stream ends with the server', async () => {
  const own = await buildTestApp();
  const cookie = await own.signIn('admin');
  const address = await own.app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${address}/api/jobs/progress`, { headers: { cookie } });
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => (await reader?.read())?.value;
  expect(await next()).toBe('data: []\n\n');
  const row = {
    job: 'slow',
    schedule: null,
    scheduled_for: new Date(),
    business_date: '2026-11-18',
    state: 'running' as const,
  };
  await own.database.foreground
    .insertInto('job_run')
    .values({
      ...row,
      created_at: new Date(),
      started_at: new Date(),
      progress: '{"done": 1, "total": 4, "note": "weeks"}',
    })
    .execute();
  expect(
    activeJobRunsSchema.parse(JSON.parse((await next())?.replace('data: ', '') ?? '')),
  ).toMatchObject([{ job: 'slow', progress: { done: 1, total: 4, note: 'weeks' } }]);
  await own.close();
  expect(await reader?.read()).toMatchObject({ done: true });
});

it('one query per second serves all pages, however quickly they reconnect', async () => {
  let looks = 0;
  const own = await buildTestApp();
  const counted = new Proxy(own.database, {
    get(database, key) {
      if (key === 'foreground') looks += 1;
      return Reflect.get(database, key);
    },
  });
  const app = Fastify();
  app.addHook('onRequest', async (request) => {
    request.user = {
      id: randomUUID(),
      name: 'Avery Admin',
      email: 'avery@chairside.example',
      picture: null,
      role: 'admin',
    };
  });
  registerJobProgressStream(app, { ...own.dependencies, database: counted });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  for (let visit = 0; visit < 4; visit += 1) {
    const leave = new AbortController();
    await fetch(`${address}/api/jobs/progress`, { signal: leave.signal });
    if (visit < 3) leave.abort();
    await sleep(100);
  }
  looks = 0;
  await sleep(1200);
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThan(3);
  await app.close();
  await own.close();
});
