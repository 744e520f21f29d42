import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import { type RunRow, type RunWithLog, runColumns } from './queries.ts';

export async function deleteOldRuns(queries: Queries, now: Date, days: number): Promise<void> {
  await queries
    .deleteFrom('job_run')
    .where('finished_at', '<', new Date(now.getTime() - days * 86_400_000))
    .execute();
}

const recentCount = 20;

/**
 * Returns SQL for a table `known` with one row per job name. Joining this table lets the database
 * look up the runs of each job in the index.
 */
const namedJobs = (jobs: readonly string[]) =>
  sql<{ job: string }>`unnest(${[...jobs]}::text[])`.as<'known'>(sql`known (job)`);

/**
 * Returns the last twenty runs of each job, newest first. The limit is per job, so that frequent
 * jobs do not hide other jobs.
 */
export async function recentJobRuns(queries: Queries, jobs: readonly string[]): Promise<RunRow[]> {
  return await queries
    .selectFrom(namedJobs(jobs))
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('job_run')
          .select(runColumns)
          .whereRef('job_run.job', '=', 'known.job')
          .orderBy('scheduled_for', 'desc')
          .orderBy('created_at', 'desc')
          .limit(recentCount)
          .as('run'),
      (join) => join.onTrue(),
    )
    .selectAll('run')
    .orderBy('scheduled_for', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
}

/** Returns a run with its log; `undefined` for a deleted or unknown run. */
export const findRunWithLog = (queries: Queries, runId: string): Promise<RunWithLog | undefined> =>
  queries.selectFrom('job_run').selectAll().where('job_run_id', '=', runId).executeTakeFirst();

/** Returns the most recently started run of each job. */
export async function findNewestRunPerJob(
  queries: Queries,
  jobs: readonly string[],
): Promise<RunRow[]> {
  return await queries
    .selectFrom(namedJobs(jobs))
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('job_run')
          .select(runColumns)
          .whereRef('job_run.job', '=', 'known.job')
          .where('started_at', 'is not', null)
          .orderBy('scheduled_for', 'desc')
          .limit(1)
          .as('run'),
      (join) => join.onTrue(),
    )
    .selectAll('run')
    .execute();
}
