import { type Selectable, sql } from 'kysely';
import type { DayRange, LogLine } from '#shared/core/jobs/job-runs.ts';
import type { Queries } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { storable, storableJson } from '../db/storable.ts';
import { conflict } from '../errors.ts';

type RunWithLog = Selectable<Schema['job_run']>;
/** Run without its log, which is long and rarely needed. */
export type RunRow = Omit<RunWithLog, 'log'>;

export const runColumns = [
  'job_run_id',
  'job',
  'schedule',
  'scheduled_for',
  'business_date',
  'state',
  'attempt',
  'fence',
  'lease_until',
  'arguments',
  'progress',
  'result',
  'error',
  'created_at',
  'started_at',
  'finished_at',
] as const satisfies (keyof RunRow)[];

/**
 * Seconds for which a claim is valid without renewal. Leases use only the database's clock, which
 * all servers share. Together with the interval of the ledger check, another server takes over
 * within a minute.
 */
export const leaseSeconds = 40;
/** Maximum number of attempts of a run with transient failures. */
export const maxAttempts = 3;

const freshLease = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;

interface ManualRun {
  job: string;
  businessDate: string;
  now: Date;
}

/**
 * Requests a run outside of any schedule; returns the active or queued run of the same job if there
 * is one.
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

/** Requests a backfill. Throws a 409 while a requested run of the same job is queued or running. */
export async function requestRange(
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
 * Inserts a requested run; returns `undefined` while a requested run of the same job is queued or
 * running.
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

/** Returns the running run of a job, else its queued run. */
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

/** Returns the oldest queued run of each job without a running one. */
export async function waitingRuns(queries: Queries, jobs: readonly string[]): Promise<string[]> {
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

/** Run claimed by a worker, with the log of earlier attempts. */
export type ClaimedRun = RunWithLog;

/**
 * Claims a queued run of one of these jobs. Returns `undefined` when it is gone, or while another
 * run of its job is active.
 */
export async function claimRun(
  queries: Queries,
  runId: string,
  jobs: readonly string[],
  now: Date,
): Promise<ClaimedRun | undefined> {
  try {
    return await queries
      .updateTable('job_run')
      .set((row) => ({
        state: 'running',
        attempt: row('attempt', '+', 1),
        fence: row('fence', '+', 1),
        lease_until: freshLease,
        progress: null,
        error: null,
        started_at: now,
      }))
      .where('job_run_id', '=', runId)
      .where('state', '=', 'queued')
      .where(sql<boolean>`job = any(${[...jobs]}::text[])`)
      .returningAll()
      .executeTakeFirst();
  } catch (error) {
    if (error instanceof Error && error.message.includes('job_run_one_running')) return undefined;
    throw error;
  }
}

const jsonOrNull = (value: object | null) => (value === null ? null : storableJson(value));

/** Claim of a run. `fence` differs for every claim of the same run. */
export interface Claim {
  runId: string;
  fence: number;
}

const claimedRun = (queries: Queries, { runId, fence }: Claim) =>
  queries
    .updateTable('job_run')
    .where('job_run_id', '=', runId)
    .where('fence', '=', fence)
    .where('state', '=', 'running');

/** Extends the lease; returns `false` when another worker has the run. */
export async function renewLease(queries: Queries, claim: Claim): Promise<boolean> {
  const result = await claimedRun(queries, claim)
    .set({ lease_until: freshLease })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Stores the progress and extends the lease; returns `false`, and writes nothing, when another
 * worker has the run.
 */
export async function saveProgress(
  queries: Queries,
  claim: Claim,
  progress: NonNullable<RunRow['progress']>,
  log: readonly LogLine[],
): Promise<boolean> {
  const result = await claimedRun(queries, claim)
    .set({ progress: storableJson(progress), log: JSON.stringify(log), lease_until: freshLease })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export interface Outcome {
  state: 'succeeded' | 'failed' | 'cancelled';
  result: Record<string, unknown> | null;
  error: string | null;
  /** Final progress; without it, the stored one stays. */
  progress?: RunRow['progress'];
  log: readonly LogLine[];
}

/** Records the outcome; returns `false`, and writes nothing, when another worker has the run. */
export async function finishRun(
  queries: Queries,
  claim: Claim,
  outcome: Outcome,
  now: Date,
): Promise<boolean> {
  const result = await claimedRun(queries, claim)
    .set({
      state: outcome.state,
      result: jsonOrNull(outcome.result),
      error: outcome.error === null ? null : storable(outcome.error),
      log: JSON.stringify(outcome.log),
      ...(outcome.progress === undefined ? {} : { progress: jsonOrNull(outcome.progress) }),
      lease_until: null,
      finished_at: now,
    })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Returns a claimed run to the queue for a retry and records the reason. */
export async function requeueRun(
  queries: Queries,
  claim: Claim,
  error: string,
  log: readonly LogLine[],
): Promise<void> {
  await claimedRun(queries, claim)
    .set({ state: 'queued', lease_until: null, error: storable(error), log: JSON.stringify(log) })
    .execute();
}

/**
 * Returns a claimed run to the queue without counting the attempt, because the server is stopping.
 */
export async function releaseRun(
  queries: Queries,
  claim: Claim,
  log: readonly LogLine[],
): Promise<void> {
  await claimedRun(queries, claim)
    .set((row) => ({
      state: 'queued',
      lease_until: null,
      attempt: row('attempt', '-', 1),
      log: JSON.stringify(log),
    }))
    .execute();
}

interface Reclaim {
  /** Ids of runs of this process, which are not reclaimed even if their leases have expired. */
  except: readonly string[];
  /** `true` when no other process can have a run, so every lease is dead. */
  alone: boolean;
  now: Date;
}

/**
 * Reclaims the runs of dead workers and returns their ids; a run whose worker died on every attempt
 * fails.
 */
export async function reclaimRuns(
  queries: Queries,
  { except, alone, now }: Reclaim,
): Promise<string[]> {
  const spent = sql<boolean>`attempt >= ${maxAttempts}`;
  let update = queries
    .updateTable('job_run')
    .set({
      state: sql`case when ${spent} then 'failed' else 'queued' end`,
      error: sql`case when ${spent} then 'Its server stopped during the run, on every attempt.' else 'Its server stopped during the run.' end`,
      finished_at: sql`case when ${spent} then ${now}::timestamptz end`,
      lease_until: null,
    })
    .where('state', '=', 'running');
  if (!alone) update = update.where('lease_until', '<', sql<Date>`now()`);
  if (except.length > 0) update = update.where('job_run_id', 'not in', except);
  const rows = await update.returning('job_run_id').execute();
  return rows.map((row) => row.job_run_id);
}

export async function deleteOldRuns(queries: Queries, now: Date, days: number): Promise<void> {
  await queries
    .deleteFrom('job_run')
    .where('finished_at', '<', new Date(now.getTime() - days * 86_400_000))
    .execute();
}

const recentCount = 20;

/**
 * Returns SQL for the job names as rows of `known`, so that the index finds the runs of each job.
 */
const namedJobs = (jobs: readonly string[]) =>
  sql<{ job: string }>`unnest(${[...jobs]}::text[])`.as<'known'>(sql`known (job)`);

/**
 * Returns the last twenty runs of each job, newest first, so that frequent jobs do not hide others.
 */
export async function recentRuns(queries: Queries, jobs: readonly string[]): Promise<RunRow[]> {
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

/** Returns one run with its log; `undefined` when it does not exist or was deleted. */
export const runWithLog = (queries: Queries, runId: string): Promise<RunWithLog | undefined> =>
  queries.selectFrom('job_run').selectAll().where('job_run_id', '=', runId).executeTakeFirst();

/** Returns the newest started run of each job. */
export async function lastRuns(queries: Queries, jobs: readonly string[]): Promise<RunRow[]> {
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
