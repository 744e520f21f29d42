import { type Selectable, sql } from 'kysely';
import type { DayRange, LogLine } from '#shared/core/jobs/job-runs.ts';
import type { Queries } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { storable, storableJson } from '../db/storable.ts';
import { conflict } from '../errors.ts';

type WholeRun = Selectable<Schema['job_run']>;
/** Without its log, which is long and seldom asked for. */
export type RunRow = Omit<WholeRun, 'log'>;

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
 * Seconds for which a claim is valid without renewal. Leases use only the database's clock, which all servers share. Together with the
 * interval of the ledger check, another server takes over within a minute.
 */
export const leaseSeconds = 40;
/** How often a run is tried when its failures pass by themselves. */
export const maxAttempts = 3;

const freshLease = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;

interface ByHand {
  job: string;
  businessDate: string;
  now: Date;
}

/** Asks for a run outside of any schedule; while one of the same job waits or runs, that is the run. */
export async function requestRun(queries: Queries, { job, businessDate, now }: ByHand): Promise<RunRow> {
  for (;;) {
    const open = await openRun(queries, job);
    if (open !== undefined) return open;
    const added = await addByHand(queries, { job, businessDate, now }, {});
    if (added !== undefined) return added;
  }
}

/** Asks for a run that makes up for past days. Throws a 409 while one of the same job that was asked for waits or runs. */
export async function requestRange(queries: Queries, asked: ByHand, range: DayRange): Promise<RunRow> {
  const added = await addByHand(queries, asked, range);
  if (added === undefined) throw conflict(`A run of ${asked.job} that was asked for waits or runs. Repeat this when it has ended.`);
  return added;
}

/** Undefined while one of the same job that was asked for waits or runs. */
const addByHand = (queries: Queries, { job, businessDate, now }: ByHand, range: Partial<DayRange>): Promise<RunRow | undefined> =>
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

/** The run of a job that runs, else the one that waits. */
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

/** The oldest waiting run of each of these jobs of which none is running. */
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
          selectFrom('job_run as other').select('other.job').whereRef('other.job', '=', 'waiting.job').where('other.state', '=', 'running'),
        ),
      ),
    )
    .orderBy('waiting.job')
    .orderBy('waiting.scheduled_for')
    .execute();
  return rows.map((row) => row.job_run_id);
}

/** A run as its worker holds it: with what it told in earlier attempts. */
export type ClaimedRun = WholeRun;

/** Takes a waiting run of one of these jobs. Undefined when it is gone, or while another run of its job is under way. */
export async function claimRun(queries: Queries, runId: string, jobs: readonly string[], now: Date): Promise<ClaimedRun | undefined> {
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

/** A claim: the run, and the number that tells it from every other claim of the same run. */
export interface Claim {
  runId: string;
  fence: number;
}

const held = (queries: Queries, { runId, fence }: Claim) =>
  queries.updateTable('job_run').where('job_run_id', '=', runId).where('fence', '=', fence).where('state', '=', 'running');

/** False when the claim is no longer ours. */
export async function renewLease(queries: Queries, claim: Claim): Promise<boolean> {
  const result = await held(queries, claim).set({ lease_until: freshLease }).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** False when the claim is no longer ours; nothing is written then. */
export async function saveProgress(
  queries: Queries,
  claim: Claim,
  progress: NonNullable<RunRow['progress']>,
  log: readonly LogLine[],
): Promise<boolean> {
  const result = await held(queries, claim)
    .set({ progress: storableJson(progress), log: JSON.stringify(log), lease_until: freshLease })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export interface Outcome {
  state: 'succeeded' | 'failed' | 'cancelled';
  result: Record<string, unknown> | null;
  error: string | null;
  /** Left out: what was stored last stays. */
  progress?: RunRow['progress'];
  log: readonly LogLine[];
}

/** False when the claim is no longer ours; nothing is written then. */
export async function finishRun(queries: Queries, claim: Claim, outcome: Outcome, now: Date): Promise<boolean> {
  const result = await held(queries, claim)
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

/** Puts a claimed run back in the line, with the reason when it is to be tried again. */
export async function requeueRun(queries: Queries, claim: Claim, error: string, log: readonly LogLine[]): Promise<void> {
  await held(queries, claim)
    .set({ state: 'queued', lease_until: null, error: storable(error), log: JSON.stringify(log) })
    .execute();
}

/** Gives a run back: stopping a server costs no attempt. */
export async function releaseRun(queries: Queries, claim: Claim, log: readonly LogLine[]): Promise<void> {
  await held(queries, claim)
    .set((row) => ({ state: 'queued', lease_until: null, attempt: row('attempt', '-', 1), log: JSON.stringify(log) }))
    .execute();
}

interface Reclaim {
  /** Runs this process holds itself: it is alive, whatever their leases say. */
  except: readonly string[];
  /** No other process can hold a run, so every lease is dead. */
  alone: boolean;
  now: Date;
}

/** Takes runs away from workers that died; one that died with its worker each time is failed. Answers the runs taken. */
export async function reclaimRuns(queries: Queries, { except, alone, now }: Reclaim): Promise<string[]> {
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

export async function forgetOldRuns(queries: Queries, now: Date, days: number): Promise<void> {
  await queries
    .deleteFrom('job_run')
    .where('finished_at', '<', new Date(now.getTime() - days * 86_400_000))
    .execute();
}

const recentCount = 20;

/** Each job as a row `known`, from which its runs are found by index. */
const namedJobs = (jobs: readonly string[]) => sql<{ job: string }>`unnest(${[...jobs]}::text[])`.as<'known'>(sql`known (job)`);

/** The last twenty runs of each job, newest first: jobs that run every few minutes do not hide the others. */
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

/** One run with its log; undefined where there is none, or it was forgotten. */
export const wholeRun = (queries: Queries, runId: string): Promise<WholeRun | undefined> =>
  queries.selectFrom('job_run').selectAll().where('job_run_id', '=', runId).executeTakeFirst();

/** The newest run of each job that has started. */
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
