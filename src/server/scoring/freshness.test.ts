import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { getFirstSteps } from '#shared/scoring/first-steps.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';

const scheduleOf = (key: string, job: string): Schedule => ({
  key,
  job,
  cron: '0 2 * * *',
  misfire: 'skip',
  maxLateMinutes: null,
  text: 'Every night at 2 AM.',
});
const schedules = [
  scheduleOf('nightly', 'nightly'),
  scheduleOf('weekly', 'twice'),
  scheduleOf('weekly.late', 'twice'),
];

let app: TestApp;
let pausedBy: string;
beforeAll(async () => {
  app = await buildTestApp({
    dependencies: {
      jobs: {
        known: ['nightly', 'twice', 'on.request'].map((name) => ({
          name,
          schedules: schedules.filter(({ job }) => job === name),
        })),
        runNow: () => Promise.reject(new Error('not here')),
        recentRuns: async () => [],
        stop: async () => undefined,
      },
    },
  });
  await app.signIn('admin');
  pausedBy = (
    await app.database.background.selectFrom('app_user').select('user_id').executeTakeFirstOrThrow()
  ).user_id;
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.background.deleteFrom('job_run').execute();
  await app.database.background.deleteFrom('job_schedule').execute();
});

const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour));
const ran = (
  job: string,
  hour: number,
  state: 'succeeded' | 'failed' | 'skipped' | 'queued',
  range: object = {},
) =>
  app.database.background
    .insertInto('job_run')
    .values({
      job,
      schedule: null,
      scheduled_for: at(hour),
      business_date: '2026-11-18',
      state,
      arguments: JSON.stringify(range),
      created_at: at(hour),
      finished_at: state === 'queued' ? null : at(hour + 1),
    })
    .execute();
const pause = (schedule: string, hour: number) =>
  app.database.background
    .insertInto('job_schedule')
    .values({ schedule, decided_until: at(0), paused_at: at(hour), paused_by: pausedBy })
    .execute();
const troubles = async () =>
  getFreshness.response.parse((await app.inject({ url: getFreshness.path })).json()).troubles;

test('an empty database has all steps to the first score ahead', async () => {
  const steps = async () =>
    getFirstSteps.response.parse((await app.inject({ url: getFirstSteps.path })).json());
  expect(await steps()).toEqual({
    missing: ['practices', 'entitlements', 'usage'],
    isScored: false,
  });
  await insertInstitution(app.database, { institution_id: 1 }, [{ location_id: 11 }]);
  expect(await steps()).toEqual({ missing: ['entitlements', 'usage'], isScored: false });
});

describe('missed scheduled work', () => {
  test('is none before the first run and after one that succeeded', async () => {
    expect(await troubles()).toEqual([]);
    await ran('nightly', 1, 'failed');
    await ran('nightly', 2, 'succeeded');
    expect(await troubles()).toEqual([]);
  });

  test('is a failed run until one succeeds, also during retries', async () => {
    await ran('nightly', 1, 'succeeded');
    await ran('nightly', 2, 'failed');
    await ran('nightly', 4, 'queued');
    expect(await troubles()).toEqual([{ job: 'nightly', kind: 'failed', at: at(3).toISOString() }]);
  });

  test('is a scheduled time without a run', async () => {
    await ran('nightly', 1, 'succeeded');
    await ran('nightly', 2, 'skipped');
    expect(await troubles()).toEqual([{ job: 'nightly', kind: 'missed', at: at(2).toISOString() }]);
  });

  test('is not a backfill of past days', async () => {
    await ran('nightly', 1, 'succeeded');
    await ran('nightly', 2, 'failed', { from: '2026-11-01', to: '2026-11-02' });
    expect(await troubles()).toEqual([]);
  });

  test('is not work done only on request', async () => {
    await ran('on.request', 1, 'failed');
    expect(await troubles()).toEqual([]);
  });

  test('is a pause of all of its schedules', async () => {
    await ran('twice', 1, 'succeeded');
    await pause('weekly', 5);
    expect(await troubles()).toEqual([]);
    await pause('weekly.late', 6);
    expect(await troubles()).toEqual([{ job: 'twice', kind: 'paused', at: at(6).toISOString() }]);
  });
});
