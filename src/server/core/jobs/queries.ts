import { type Selectable, sql } from 'kysely';
import type { LogLine } from '#shared/core/jobs/job-runs.ts';
import type { Queries } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { storableJson, storableText } from '../db/storable.ts';

export type RunWithLog = Selectable<Schema['job_run']>;

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
 * Seconds for which a claim is valid without renewal. Leases use the database's clock, which all
 * servers share. The ledger is checked every few seconds, so another server takes over within a
 * minute.
 */
export const leaseSeconds = 40;

/** Maximum number of attempts of a run that fails with transient errors. */
export const maxAttempts = 3;

const freshLease = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;

/** Run claimed by a worker, with the log of earlier attempts. */
export type ClaimedRun = RunWithLog;

/**
 * Claims a queued run of one of the jobs. Returns `undefined` when the run is no longer queued, or
 * while another run of the same job is active.
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

/** Claim of a run. Each claim of the same run has a different `fence`. */
export interface RunClaim {
  runId: string;
  fence: number;
}

const claimedRun = (queries: Queries, { runId, fence }: RunClaim) =>
  queries
    .updateTable('job_run')
    .where('job_run_id', '=', runId)
    .where('fence', '=', fence)
    .where('state', '=', 'running');

/** Extends the lease. Returns `false` when another worker has taken over the run. */
export async function renewLease(queries: Queries, claim: RunClaim): Promise<boolean> {
  const result = await claimedRun(queries, claim)
    .set({ lease_until: freshLease })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Saves the progress and extends the lease. Writes nothing and returns `false` when another worker
 * has taken over the run.
 */
export async function saveProgress(
  queries: Queries,
  claim: RunClaim,
  progress: NonNullable<RunRow['progress']>,
  log: readonly LogLine[],
): Promise<boolean> {
  const result = await claimedRun(queries, claim)
    .set({ progress: storableJson(progress), log: JSON.stringify(log), lease_until: freshLease })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export interface RunOutcome {
  state: 'succeeded' | 'failed' | 'cancelled';
  result: Record<string, unknown> | null;
  error: string | null;
  /** Final progress; when omitted, the saved progress remains. */
  progress?: RunRow['progress'];
  log: readonly LogLine[];
}

/**
 * Records the result. Writes nothing and returns `false` when another worker has taken over the
 * run.
 */
export async function finishRun(
  queries: Queries,
  claim: RunClaim,
  outcome: RunOutcome,
  now: Date,
): Promise<boolean> {
  const result = await claimedRun(queries, claim)
    .set({
      state: outcome.state,
      result: jsonOrNull(outcome.result),
      error: outcome.error === null ? null : storableText(outcome.error),
      log: JSON.stringify(outcome.log),
      ...(outcome.progress === undefined ? {} : { progress: jsonOrNull(outcome.progress) }),
      lease_until: null,
      finished_at: now,
    })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Returns a claimed run to the queue for another attempt and records the reason. */
export async function requeueRunForRetry(
  queries: Queries,
  claim: RunClaim,
  error: string,
  log: readonly LogLine[],
): Promise<void> {
  await claimedRun(queries, claim)
    .set({
      state: 'queued',
      lease_until: null,
      error: storableText(error),
      log: JSON.stringify(log),
    })
    .execute();
}

/**
 * Returns a claimed run to the queue because the server is stopping. The attempt does not count.
 */
export async function requeueRunOnShutdown(
  queries: Queries,
  claim: RunClaim,
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
  /** Ids of the runs of this process, which are not reclaimed even if their leases have expired. */
  except: readonly string[];
  /** `true` when no other process can have claimed a run, so that all leases are invalid. */
  alone: boolean;
  now: Date;
}

/**
 * Reclaims the runs of dead workers and returns their ids. Fails a run whose worker has died on
 * every attempt.
 */
export async function reclaimDeadWorkerRuns(
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
