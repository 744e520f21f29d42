import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getPipelineRuns, postPipelineRun } from '#shared/churn/pipeline/pipeline-runs.ts';
import { listWeekStartsUntil } from '#shared/core/dates.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { createRecordingJobQueue } from '#test/recording-jobs.ts';
import { createScoreWeekRow, insertOfficialWeeks } from '#test/score-week.ts';
import { newestStepRuns, queueStepRuns } from '../steps/runs-queries.ts';
import { StepStopped } from '../steps/step.ts';
import { pipelineJobs, queuedStepsJobName, requestFirstPredictions } from './jobs.ts';
import { runPipelineStep } from './pipeline.ts';

const today = '2026-11-18';
const now = new Date('2026-11-18T18:00:00Z');
const weeks = listWeekStartsUntil('2026-11-08', 3);
const watch = { progress: async () => undefined, signal: new AbortController().signal };

let test: TestApp;
const asked: string[] = [];
beforeAll(async () => {
  test = await buildTestApp({
    now,
    dependencies: { jobs: createRecordingJobQueue(asked, now) },
  });
  await insertOfficialWeeks(test.database.background, weeks);
  for (let id = 1; id <= 30; id += 1) {
    await insertInstitution(test.database, { institution_id: id });
    const { background } = test.database;
    await background
      .insertInto('score_version')
      .values(weeks.map((week_start) => createScoreWeekRow({ institution_id: id, week_start })))
      .execute();
    await background
      .insertInto('usage_week')
      .values(
        weeks.map((week_start) => ({
          institution_id: id,
          location_id: id * 10,
          product: 'forms' as const,
          week_start,
          value: 5,
        })),
      )
      .execute();
    await background
      .insertInto('feed_week')
      .values(
        weeks.map((week_start) => ({
          institution_id: id,
          location_id: id * 10,
          week_start,
          last_report_on: week_start,
        })),
      )
      .execute();
  }
});
afterAll(() => test.close());
beforeEach(async () => {
  asked.length = 0;
  for (const table of ['churn_run', 'churn_week', 'churn_feature'] as const)
    await test.database.background.deleteFrom(table).execute();
});

const run = (step: 'extract' | 'features' | 'score', day = today) =>
  runPipelineStep(test.dependencies, step, day, watch);
const runs = async () =>
  getPipelineRuns.response.parse(
    (await test.inject({ method: 'GET', url: getPipelineRuns.path })).json(),
  ).rows;
const job = (name: string) => {
  const found = pipelineJobs.find((each) => each.name === name);
  if (found === undefined) throw new Error(name);
  return found.run(test.dependencies, { businessDate: today, ...watch });
};

describe('a step', () => {
  it('reports rows in and out, and writes the same when rerun', async () => {
    expect(await run('extract')).toMatchObject({ rowsOut: 90, rejects: 0 });
    expect(await run('extract')).toMatchObject({ rowsOut: 0 });
    expect(await run('features')).toMatchObject({ rowsOut: 30 });
    const features = () =>
      test.database.background
        .selectFrom('churn_feature')
        .selectAll()
        .orderBy('institution_id')
        .execute();
    const before = await features();
    expect(await run('features')).toMatchObject({ rowsOut: 30 });
    expect(await features()).toEqual(before);
    expect((await runs()).map(({ step, status }) => `${step} ${status}`).toSorted()).toEqual([
      'extract succeeded',
      'extract succeeded',
      'features succeeded',
      'features succeeded',
    ]);
  });

  it('analyzes the newest week before querying it', async () => {
    await run('extract');
    await run('features');
    const { rows } = await sql<{ table: string; counted: number }>`
      select relname as table, reltuples::integer as counted from pg_class where relname in ('churn_week', 'score_version')
      order by relname`.execute(test.database.background);
    expect(rows).toEqual([
      { table: 'churn_week', counted: 90 },
      { table: 'score_version', counted: 90 },
    ]);
  });

  it('needs the previous step of the same day', async () => {
    await expect(run('features')).rejects.toThrow(
      'Features requires Gather of 2026-11-18 to succeed first.',
    );
    await run('extract');
    await expect(run('features', '2026-11-17')).rejects.toThrow(StepStopped);
    await run('features');
  });

  it('waits while the previous step runs', async () => {
    await run('extract');
    await test.database.background.updateTable('churn_run').set({ status: 'running' }).execute();
    await expect(run('features')).rejects.toMatchObject({ status: 503 });
  });

  it('stops when too little data arrived, and names it', async () => {
    for (const day of ['2026-11-15', '2026-11-16', '2026-11-17']) await run('extract', day);
    await test.database.background
      .deleteFrom('feed_week')
      .where('week_start', '=', '2026-11-08')
      .where('institution_id', '>', 5)
      .execute();
    await expect(run('extract')).rejects.toThrow(
      'Not enough data arrived: connections that reported.',
    );
    const [failed] = (await runs()).filter(({ day }) => day === today);
    expect(failed).toMatchObject({
      status: 'failed',
      error: 'Not enough data arrived: connections that reported.',
    });
    expect(failed?.checks.find(({ key }) => key === 'feeds')).toMatchObject({
      value: 5,
      usual: 30,
      verdict: 'stop',
    });
    expect(failed?.checks.find(({ key }) => key === 'lateFeeds')).toMatchObject({
      verdict: 'look',
    });
    await test.database.background
      .insertInto('feed_week')
      .values(
        Array.from({ length: 25 }, (_, at) => ({
          institution_id: at + 6,
          location_id: (at + 6) * 10,
          week_start: '2026-11-08',
          last_report_on: '2026-11-08',
        })),
      )
      .execute();
  });

  it('marks an interrupted run when the next one starts', async () => {
    await run('extract');
    await test.database.background
      .updateTable('churn_run')
      .set({ status: 'running', ended_at: null })
      .execute();
    await run('extract');
    expect((await runs()).map(({ status }) => status).toSorted()).toEqual(['failed', 'succeeded']);
    expect((await runs()).find(({ status }) => status === 'failed')?.error).toBe(
      'The run was interrupted.',
    );
  });
});

const twoStepsDone =
  'Churn pipeline: gather for Nov 18, 2026; Churn pipeline: features for Nov 18, 2026';

describe('requested runs', () => {
  it('run in order, and later steps of the day are skipped after a failure', async () => {
    await queueStepRuns(
      test.database.background,
      ['extract', 'features', 'score'],
      today,
      'Avery',
      now,
    );
    expect(await job(queuedStepsJobName)).toEqual({ done: twoStepsDone });
    const found = await newestStepRuns(test.database.background, 10);
    expect(found.find(({ step }) => step === 'score')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('too few recorded losses'),
    });
  });

  it('continue after a kill', async () => {
    await queueStepRuns(test.database.background, ['extract', 'features'], today, 'Avery', now);
    await test.database.background
      .updateTable('churn_run')
      .set({ status: 'running', started_at: now })
      .where('step', '=', 'extract')
      .execute();
    expect(await job(queuedStepsJobName)).toEqual({ done: twoStepsDone });
  });

  it('start automatically once when weeks are closed', async () => {
    await requestFirstPredictions(test.dependencies, today);
    expect(asked).toEqual([queuedStepsJobName]);
    expect((await runs()).map(({ status, askedBy }) => [status, askedBy])).toEqual(
      Array.from({ length: 3 }, () => ['queued', 'The first start']),
    );
    const before = new Date(now.getTime() - 3_600_000);
    await test.database.background
      .updateTable('churn_run')
      .set({ status: 'failed', started_at: before, ended_at: before })
      .execute();
    await requestFirstPredictions(test.dependencies, today);
    expect(asked).toEqual([queuedStepsJobName, queuedStepsJobName]);
    await job(queuedStepsJobName);
    await requestFirstPredictions(test.dependencies, today);
    expect(asked).toEqual([queuedStepsJobName, queuedStepsJobName]);
  });

  it('report an internal error without details, which are in the log', async () => {
    await queueStepRuns(test.database.background, ['extract', 'features'], today, 'Avery', now);
    await sql`alter table churn_week rename to churn_week_away`.execute(test.database.background);
    const done = await job(queuedStepsJobName).finally(() =>
      sql`alter table churn_week_away rename to churn_week`.execute(test.database.background),
    );
    expect(done).toEqual({ done: 'nothing' });
    const told = (await runs()).map(({ step, status, error }) => [step, status, error]).toSorted();
    const fault = 'The run stopped because of a server error; see the server log. Run it again.';
    expect(told).toEqual([
      ['extract', 'failed', fault],
      ['features', 'failed', fault],
    ]);
  });

  it('require an admin and a past day', async () => {
    const payload = { step: 'features', day: today };
    expect(
      (await test.inject({ method: 'POST', url: postPipelineRun.path, payload })).statusCode,
    ).toBe(403);
    const cookie = await test.signIn('admin');
    const ask = (body: object) =>
      test.inject({
        method: 'POST',
        url: postPipelineRun.path,
        payload: body,
        headers: { cookie },
      });
    expect((await ask({ ...payload, day: '2026-11-19' })).statusCode).toBe(422);
    expect((await ask(payload)).json()).toEqual({ steps: ['features', 'score'] });
    expect(asked).toEqual([queuedStepsJobName]);
    expect((await runs()).map(({ step, status, askedBy }) => [step, status, askedBy])).toEqual(
      expect.arrayContaining([
        ['features', 'queued', 'Avery Admin'],
        ['score', 'queued', 'Avery Admin'],
      ]),
    );
  });
});
