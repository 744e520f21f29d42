import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { storableJson, storableText } from '#server/core/db/storable.ts';
import type { PipelineCheck, PipelineStepKey } from '#shared/churn/pipeline/pipeline-runs.ts';
import type { Day } from '#shared/core/dates.ts';

export type ChurnRunRow = Selectable<Schema['churn_run']>;

/** Row counts and checks of a finished step. */
export interface StepResult {
  rowsIn: number;
  rowsOut: number;
  rejects: number;
  checks: PipelineCheck[];
}

const cutOff = 'The run was interrupted.';

/**
 * Records the start of a step. Earlier runs still marked as running were interrupted, because a job
 * runs only once at a time.
 */
export async function beginStepRun(
  queries: Queries,
  step: PipelineStepKey,
  day: Day,
  now: Date,
): Promise<string> {
  await queries
    .updateTable('churn_run')
    .set({ status: 'failed', ended_at: now, error: cutOff })
    .where('step', '=', step)
    .where('status', '=', 'running')
    .execute();
  const asked = await queries
    .updateTable('churn_run')
    .set({ status: 'running', started_at: now })
    .where('step', '=', step)
    .where('day', '=', day)
    .where('status', '=', 'queued')
    .returning('run_id')
    .executeTakeFirst();
  if (asked !== undefined) return asked.run_id;
  const runId = randomUUID();
  await queries
    .insertInto('churn_run')
    .values({
      run_id: runId,
      step,
      day,
      asked_at: now,
      started_at: now,
      status: 'running',
      checks: '[]',
    })
    .execute();
  return runId;
}

export async function completeStepRun(
  queries: Queries,
  runId: string,
  { rowsIn, rowsOut, rejects, checks }: StepResult,
  now: Date,
): Promise<void> {
  await queries
    .updateTable('churn_run')
    .set({
      status: 'succeeded',
      ended_at: now,
      rows_in: rowsIn,
      rows_out: rowsOut,
      rejects,
      checks: storableJson(checks),
    })
    .where('run_id', '=', runId)
    .execute();
}

/** Returns when the step last succeeded, for any day; `null` before its first success. */
export async function findLastStepEnd(
  queries: Queries,
  step: PipelineStepKey,
): Promise<Date | null> {
  const row = await queries
    .selectFrom('churn_run')
    .select((of) => of.fn.max('ended_at').as('at'))
    .where('step', '=', step)
    .where('status', '=', 'succeeded')
    .executeTakeFirst();
  return row?.at ?? null;
}

export async function failStepRun(
  queries: Queries,
  runId: string,
  error: string,
  checks: readonly PipelineCheck[],
  now: Date,
): Promise<void> {
  await queries
    .updateTable('churn_run')
    .set({
      status: 'failed',
      ended_at: now,
      error: storableText(error.slice(0, 2000)),
      checks: storableJson(checks),
    })
    .where('run_id', '=', runId)
    .execute();
}

/** Queues the steps of a day that are not queued yet. */
export async function queueStepRuns(
  queries: Queries,
  steps: readonly PipelineStepKey[],
  day: Day,
  askedBy: string,
  now: Date,
): Promise<void> {
  for (const step of steps) {
    const waits = await queries
      .selectFrom('churn_run')
      .select('run_id')
      .where('step', '=', step)
      .where('day', '=', day)
      .where('status', '=', 'queued')
      .executeTakeFirst();
    if (waits === undefined)
      await queries
        .insertInto('churn_run')
        .values({
          run_id: randomUUID(),
          step,
          day,
          asked_at: now,
          asked_by: askedBy,
          started_at: null,
          status: 'queued',
          checks: '[]',
        })
        .execute();
  }
}

/** Puts requested runs that a shutdown interrupted back into the queue. */
export async function requeueInterruptedRuns(queries: Queries): Promise<void> {
  await queries
    .updateTable('churn_run')
    .set({ status: 'queued', started_at: null })
    .where('status', '=', 'running')
    .where('asked_by', 'is not', null)
    .execute();
}

/** Returns the next queued step: the first step of the oldest day. */
export async function nextQueuedStep(
  queries: Queries,
): Promise<{ step: PipelineStepKey; day: Day } | undefined> {
  return queries
    .selectFrom('churn_run')
    .select(['step', 'day'])
    .where('status', '=', 'queued')
    .orderBy('day')
    .orderBy(sql`array_position(array['extract', 'features', 'score'], step)`)
    .executeTakeFirst();
}

/** Marks the queued steps of a day as failed, because an earlier step failed. */
export async function markQueuedStepsFailed(
  queries: Queries,
  day: Day,
  reason: string,
  now: Date,
): Promise<void> {
  await queries
    .updateTable('churn_run')
    .set({
      status: 'failed',
      started_at: now,
      ended_at: now,
      error: storableText(reason.slice(0, 2000)),
    })
    .where('day', '=', day)
    .where('status', '=', 'queued')
    .execute();
}

/** Returns the status of the newest run of a step for a day; `undefined` without a run. */
export async function stepRunStatus(
  queries: Queries,
  step: PipelineStepKey,
  day: Day,
): Promise<ChurnRunRow['status'] | undefined> {
  const found = await queries
    .selectFrom('churn_run')
    .select('status')
    .where('step', '=', step)
    .where('day', '=', day)
    .where('started_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .executeTakeFirst();
  return found?.status;
}

export const newestStepRuns = (queries: Queries, most: number): Promise<ChurnRunRow[]> =>
  queries
    .selectFrom('churn_run')
    .selectAll()
    .orderBy('day', 'desc')
    .orderBy('asked_at', 'desc')
    .orderBy('step', 'desc')
    .limit(most)
    .execute();

/**
 * Returns `true` when a week is closed and the step `features` is neither running nor has
 * succeeded.
 */
export async function isFirstRunDue(queries: Queries): Promise<boolean> {
  const week = await queries
    .selectFrom('official_week')
    .select('week_start')
    .limit(1)
    .executeTakeFirst();
  const run = await queries
    .selectFrom('churn_run')
    .select('run_id')
    .where('step', '=', 'features')
    .where('status', 'in', ['succeeded', 'running'])
    .limit(1)
    .executeTakeFirst();
  return week !== undefined && run === undefined;
}
