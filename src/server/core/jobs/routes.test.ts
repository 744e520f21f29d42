import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobRun } from '#shared/core/job-runs.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { HttpError } from '../errors.ts';

let test: TestApp;
let admin: string;
const asked: string[] = [];
const run: JobRun = {
  jobRunId: randomUUID(),
  job: 'scores.backfill',
  schedule: null,
  scheduledFor: '2026-11-18T18:00:00.000Z',
  state: 'queued',
  attempt: 0,
  progress: null,
  error: null,
  startedAt: null,
  finishedAt: null,
};

beforeAll(async () => {
  test = await buildTestApp({
    dependencies: {
      jobs: {
        async runNow(job) {
          if (job !== run.job) throw new HttpError(404, `There is no job named ${job}.`);
          asked.push(job);
          return run;
        },
        recentRuns: async () => [run],
        stop: async () => undefined,
      },
    },
  });
  admin = await test.signIn('admin');
});

afterAll(() => test.close());

const post = (payload: object, headers = {}) => test.inject({ method: 'POST', url: '/api/jobs/runs', payload, headers });
const audits = () => test.database.foreground.selectFrom('audit_log').selectAll().execute();

describe('the calls of the jobs', () => {
  it('an admin sees the runs and starts one, which is audited', async () => {
    const answer = await post({ job: run.job }, { cookie: admin });
    expect([answer.statusCode, answer.json()]).toEqual([200, run]);
    expect(await audits()).toMatchObject([
      { action: 'job.run', object_type: 'job_run', object_id: run.jobRunId, detail: { job: run.job } },
    ]);
    const list = await test.inject({ url: '/api/jobs/runs', headers: { cookie: admin } });
    expect([list.statusCode, list.json()]).toEqual([200, { rows: [run] }]);
  });

  it('a member is refused both, a stranger is asked to sign in, and neither starts anything', async () => {
    const before = asked.length;
    expect((await post({ job: run.job })).statusCode).toBe(403);
    expect((await test.inject({ url: '/api/jobs/runs' })).statusCode).toBe(403);
    expect((await post({ job: run.job }, { cookie: '' })).statusCode).toBe(401);
    expect((await test.inject({ url: '/api/jobs/runs', headers: { cookie: '' } })).statusCode).toBe(401);
    expect(asked.length).toBe(before);
  });

  it('an unknown job is a 404 in plain text, and is not audited', async () => {
    const before = (await audits()).length;
    const answer = await post({ job: 'nothing' }, { cookie: admin });
    expect([answer.statusCode, answer.body]).toEqual([404, 'There is no job named nothing.']);
    expect((await audits()).length).toBe(before);
  });

  it('refuses what is not the name of a job', async () => {
    for (const payload of [{}, { job: '' }, { job: null }, { job: 7 }, { job: 'x'.repeat(81) }, { job: run.job, extra: 1 }])
      expect((await post(payload, { cookie: admin })).statusCode, JSON.stringify(payload)).toBe(422);
  });
});
