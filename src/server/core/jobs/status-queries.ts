import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import { type RunRow, runColumns } from './queries.ts';

export interface PausedSchedule {
  schedule: string;
  at: Date;
  by: string;
}

export const pausedSchedules = (queries: Queries): Promise<PausedSchedule[]> =>
  queries
    .selectFrom('job_schedule as s')
    .innerJoin('app_user as u', 'u.user_id', 's.paused_by')
    .select(['s.schedule', 'u.name as by'])
    .select(sql<Date>`s.paused_at`.as('at'))
    .where('s.paused_at', 'is not', null)
    .execute();

/** Pauses or resumes a schedule. Returns `false` when the schedule was already in that state. */
export async function setSchedulePaused(
  queries: Queries,
  schedule: string,
  paused: { at: Date; by: string } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('job_schedule')
    .set({ paused_at: paused?.at ?? null, paused_by: paused?.by ?? null })
    .where('schedule', '=', schedule)
    .where('paused_at', paused === null ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns the median duration, in seconds, of the last hundred successful runs of each job. */
export async function findMedianRunSecondsByJob(
  queries: Queries,
  jobs: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ job: string; seconds: number }>`
    select known.job, percentile_cont(0.5) within group (order by extract(epoch from run.finished_at - run.started_at))::float8 as seconds
    from unnest(${[...jobs]}::text[]) as known (job)
    cross join lateral (
      select started_at, finished_at from job_run r
      where r.job = known.job and state = 'succeeded' and started_at is not null and finished_at >= started_at
      order by scheduled_for desc limit 100
    ) run
    group by known.job`.execute(queries);
  return new Map(rows.map(({ job, seconds }) => [job, seconds]));
}

/** Returns the queued and active runs, oldest first. */
export const findQueuedAndActiveRuns = (queries: Queries): Promise<RunRow[]> =>
  queries
    .selectFrom('job_run')
    .select(runColumns)
    .where('state', 'in', ['queued', 'running'])
    .orderBy('scheduled_for')
    .orderBy('job')
    .execute();
