import { sql } from 'kysely';
import type { DayRange } from '#shared/core/jobs/job-runs.ts';
import type { Queries } from '../db/database.ts';
import { conflict } from '../errors.ts';
import { type RunRow, runColumns } from './queries.ts';

interface ManualRun {
  job: string;
  businessDate: string;
  now: Date;
}

/**
 * Requests a run outside of any schedule. Returns the active or queued run of the same job, if
 * there is one.
 */
export async function requestRun(
  queries: Queries,
  { job, businessDate, now }: ManualRun,
): Promise<RunRow> {
  for (;;) {
    const open = await openRun(queries, job);
    if (open !== undefined) return open;
    const added = await insertManualRun(queries, { job, businessDate, now }, {});
    if (added !== undefined) return added;
  }
}

/**
 * Requests a backfill. Throws a 409 error while a requested run of the same job is queued or
 * active.
 */
export async function requestBackfill(
  queries: Queries,
  request: ManualRun,
  range: DayRange,
): Promise<RunRow> {
  const added = await insertManualRun(queries, request, range);
  if (added === undefined)
    throw conflict(
      `A run of ${request.job} is already queued or running. Try again when it has ended.`,
    );
  return added;
}

/**
 * Inserts a requested run. Returns `undefined` while a requested run of the same job is queued or
 * active.
 */
const insertManualRun = (
  queries: Queries,
  { job, businessDate, now }: ManualRun,
  range: Partial<DayRange>,
): Promise<RunRow | undefined> =>
  queries
    .insertInto('job_run')
    .values({
      job,
      schedule: null,
      scheduled_for: now,
      business_date: businessDate,
      state: 'queued',
      arguments: JSON.stringify(range),
      created_at: now,
    })
    .onConflict((each) => each.doNothing())
    .returning(runColumns)
    .executeTakeFirst();

/** Returns the active run of a job or, without an active run, its queued run. */
async function openRun(queries: Queries, job: string): Promise<RunRow | undefined> {
  return await queries
    .selectFrom('job_run')
    .select(runColumns)
    .where('job', '=', job)
    .where('state', 'in', ['running', 'queued'])
    .orderBy(sql`state = 'running'`, 'desc')
    .orderBy('scheduled_for')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the oldest queued run of each job that has no active run. */
export async function findOldestQueuedRunIds(
  queries: Queries,
  jobs: readonly string[],
): Promise<string[]> {
  const rows = await queries
    .selectFrom('job_run as waiting')
    .select('waiting.job_run_id')
    .distinctOn('waiting.job')
    .where('waiting.state', '=', 'queued')
    .where('waiting.job', 'in', jobs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('job_run as other')
            .select('other.job')
            .whereRef('other.job', '=', 'waiting.job')
            .where('other.state', '=', 'running'),
        ),
      ),
    )
    .orderBy('waiting.job')
    .orderBy('waiting.scheduled_for')
    .execute();
  return rows.map((row) => row.job_run_id);
}
