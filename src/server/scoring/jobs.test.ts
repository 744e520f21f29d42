import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JobContext } from '#server/core/jobs/job.ts';
import { type Day, listWeekStartsUntil } from '#shared/core/dates.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { clearWorld, createWorldInstitution, insertWorld } from '#test/health-world.ts';
import { scoringJobs } from './jobs.ts';
import { recomputeWeeksFromDays } from './roll-up-queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(() => clearWorld(app.database.background));

/** Runs a job for a business date. Returns the result and the reported progress. */
async function run(name: string, businessDate: Day) {
  const told: string[] = [];
  const context: JobContext = {
    businessDate,
    signal: new AbortController().signal,
    progress: async (done, total, note) => void told.push(`${done}/${total} ${note}`),
  };
  const job = scoringJobs.find((one) => one.name === name);
  if (!job) throw new Error(`no job ${name}`);
  return { result: await job.run(app.dependencies, context), told };
}

const daily = (
  day: Day,
  value: number,
  location = 11,
  product: 'forms' | 'payments' = 'forms',
) => ({
  institution_id: 1,
  location_id: location,
  product,
  day,
  value,
});
const usageWeeks = () =>
  app.database.background
    .selectFrom('usage_week')
    .select(['location_id', 'product', 'week_start', 'value'])
    .orderBy('week_start')
    .orderBy('location_id')
    .orderBy('product')
    .execute();
const feedWeeks = () =>
  app.database.background
    .selectFrom('feed_week')
    .select(['location_id', 'week_start', 'last_report_on'])
    .orderBy('week_start')
    .orderBy('location_id')
    .execute();

test('days are rolled up into their weeks, Sunday to Saturday', async () => {
  const days = [
    daily('2026-11-07', 1),
    daily('2026-11-08', 2),
    daily('2026-11-14', 4),
    daily('2026-11-10', 0, 12),
    daily('2026-11-15', 8),
    daily('2026-11-09', 7.5, 11, 'payments'),
  ];
  await app.database.background.insertInto('usage_daily').values(days).execute();
  await recomputeWeeksFromDays(app.database.background, '2026-11-10', '2026-11-16');
  expect(await usageWeeks()).toEqual([
    { location_id: 11, product: 'forms', week_start: '2026-11-08', value: 6 },
    { location_id: 11, product: 'payments', week_start: '2026-11-08', value: 7.5 },
    { location_id: 12, product: 'forms', week_start: '2026-11-08', value: 0 },
    { location_id: 11, product: 'forms', week_start: '2026-11-15', value: 8 },
  ]);
  expect(await feedWeeks()).toEqual([
    { location_id: 11, week_start: '2026-11-08', last_report_on: '2026-11-14' },
    { location_id: 12, week_start: '2026-11-08', last_report_on: '2026-11-10' },
    { location_id: 11, week_start: '2026-11-15', last_report_on: '2026-11-15' },
  ]);
});

test('rolling up again changes only the affected weeks, and no weeks without days', async () => {
  await insertWorld(app.database.background, {
    institutions: [createWorldInstitution(1, ['2026-11-01', '2026-11-08'], { forms: 5 })],
  });
  await app.database.background
    .insertInto('usage_daily')
    .values([daily('2026-11-09', 3), daily('2026-11-10', 4)])
    .execute();
  await recomputeWeeksFromDays(app.database.background, '2026-10-01', '2026-11-14');
  await app.database.background
    .updateTable('usage_daily')
    .set({ value: 1 })
    .where('day', '=', '2026-11-10')
    .execute();
  await recomputeWeeksFromDays(app.database.background, '2026-10-01', '2026-11-14');
  expect((await usageWeeks()).map((row) => [row.location_id, row.week_start, row.value])).toEqual([
    [100, '2026-11-01', 5],
    [11, '2026-11-08', 4],
    [100, '2026-11-08', 5],
  ]);
});

test('usage.refresh rolls up the current and the previous week', async () => {
  const days = [daily('2026-11-07', 1), daily('2026-11-08', 2), daily('2026-11-17', 4)];
  await app.database.background.insertInto('usage_daily').values(days).execute();
  const { result, told } = await run('usage.refresh', '2026-11-18');
  expect(result).toEqual({ from: '2026-11-08', to: '2026-11-18' });
  expect(told).toHaveLength(1);
  expect((await usageWeeks()).map((row) => row.week_start)).toEqual(['2026-11-08', '2026-11-15']);
});

test('scores.official closes complete weeks and does nothing when rerun', async () => {
  const weeks = listWeekStartsUntil('2026-11-08', 5);
  await insertWorld(app.database.background, {
    institutions: Array.from({ length: 21 }, (_, index) =>
      createWorldInstitution(index + 1, weeks, { forms: 5 }),
    ),
  });
  expect((await run('scores.official', '2026-11-14')).result).toEqual({
    weeks: 1,
    lastWeek: '2026-11-01',
  });
  const sunday = await run('scores.official', '2026-11-15');
  expect(sunday).toEqual({
    result: { weeks: 1, lastWeek: '2026-11-08' },
    told: ['1/1 week of 2026-11-08'],
  });
  expect((await run('scores.official', '2026-11-15')).result).toEqual({ weeks: 0, lastWeek: null });
  expect((await run('scores.backfill', '2026-11-18')).result).toEqual({ weeks: 0, lastWeek: null });
});

test('every job but the backfill runs on an empty database', async () => {
  for (const { name } of scoringJobs.filter((job) => job.name !== 'scores.backfill'))
    expect(typeof (await run(name, '2026-11-18')).result).toBe('object');
});

test('scores.provisional and benchmarks.refresh can run repeatedly on the same day', async () => {
  const weeks = listWeekStartsUntil('2026-11-15', 5);
  await insertWorld(app.database.background, {
    institutions: Array.from({ length: 21 }, (_, index) =>
      createWorldInstitution(index + 1, weeks, { forms: 5 }),
    ),
  });
  const first = await run('scores.provisional', '2026-11-18');
  expect(first).toEqual({
    result: { institutions: 21, asOfDay: '2026-11-17' },
    told: ['1/1 as of 2026-11-17'],
  });
  expect(await run('scores.provisional', '2026-11-18')).toEqual(first);
  expect((await run('benchmarks.refresh', '2026-11-18')).result).toEqual({
    groups: 3,
    asOfDay: '2026-11-17',
  });
});
