import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { storableJson } from '#server/core/db/storable.ts';
import type { Day } from '#shared/core/dates.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import type { UndoReport } from '#shared/imports/undo.ts';
import {
  createClaimedRunUpdate,
  type ImportRunClaim,
  ImportRunLost,
  type UndoRequestOptions,
} from '../runs/run-queries.ts';
import { type RunToUndo, runUndoProblem, undoPeriodDays } from './rules.ts';

export interface UndoCandidateRun extends RunToUndo {
  importId: string;
  kind: ImportKind;
  source: string;
  externalSource: string;
  startedAt: Date;
}

const facts = [
  'import_id as importId',
  'kind',
  'source',
  'external_source as externalSource',
  'state',
  'writing',
  'started_at as startedAt',
  'finished_at as finishedAt',
  'undone_at as undoneAt',
  'undoes',
] as const;

export const findRunToUndo = (
  queries: Queries,
  importId: string,
): Promise<UndoCandidateRun | undefined> =>
  queries
    .selectFrom('import_run')
    .select(facts)
    .where('import_id', '=', importId)
    .executeTakeFirst();

/** Returns the runs that can be undone, newest first. */
export async function findUndoableRuns(queries: Queries, now: Date): Promise<UndoCandidateRun[]> {
  const rows = await queries
    .selectFrom('import_run')
    .select(facts)
    .where('started_at', '>=', new Date(now.getTime() - 2 * undoPeriodDays * 86_400_000))
    .orderBy('started_at', 'desc')
    .execute();
  return rows.filter((run) => runUndoProblem(run, now) === null);
}

/** Returns the options of an undo run and its saved progress. */
export async function findRequestedUndo(
  queries: Queries,
  { importId }: ImportRunClaim,
): Promise<UndoRequestOptions & { report: UndoReport | null }> {
  const { by, ...asked } = await queries
    .selectFrom('import_run')
    .select(['leaves_changed as leavesChanged', 'undone_by as by', 'undo_report as report'])
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();
  return { ...asked, by: by ?? '' };
}

/**
 * Saves the progress of the undo in the transaction that undid the rows. Throws `ImportRunLost` when
 * another process has taken over the run.
 */
export async function saveUndoReport(
  transaction: Queries,
  run: ImportRunClaim,
  report: UndoReport,
): Promise<void> {
  const { numUpdatedRows } = await createClaimedRunUpdate(transaction, run)
    .set({ seen_at: sql<Date>`clock_timestamp()`, undo_report: storableJson(report) })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new ImportRunLost();
}

export const markRunUndone = (transaction: Queries, importId: string, by: string, now: Date) =>
  transaction
    .updateTable('import_run')
    .set({ undone_at: now, undone_by: by })
    .where('import_id', '=', importId)
    .execute();

/** Returns the first week that a usage import changed; `null` when it changed none. */
export async function findFirstChangedWeek(
  queries: Queries,
  importId: string,
): Promise<Day | null> {
  const { rows } = await sql<{ first: Day | null }>`
    select min(week) as first from usage_week_change cross join lateral unnest(weeks) as u(week) where import_id = ${importId}::uuid`.execute(
    queries,
  );
  return rows[0]?.first ?? null;
}

/**
 * Returns the first official week that was closed after `since` and includes usage from the day
 * `from` or later; `null` when there is none.
 */
export async function findFirstWeekClosedSince(
  queries: Queries,
  since: Date,
  from: Day | null,
): Promise<Day | null> {
  const { first } = await queries
    .selectFrom('official_week')
    .select((of) => of.fn.min<Day | null>('week_start').as('first'))
    .where('closed_at', '>=', since)
    .where((of) => (from === null ? of.lit(true) : of('week_start', '>=', from)))
    .executeTakeFirstOrThrow();
  return first;
}

const changeTables = [
  'import_change',
  'usage_change',
  'usage_week_change',
  'feed_week_change',
] as const;

/** Deletes the undo data of runs that ended before `endedBefore`. Returns the number of runs. */
export async function deleteExpiredUndoData(database: Queries, endedBefore: Date): Promise<number> {
  const kept = changeTables.map(
    (table) => sql`exists (select from ${sql.table(table)} c where c.import_id = r.import_id)`,
  );
  const { rows: old } = await sql<{ import_id: string }>`
    select import_id from import_run r
    where finished_at < ${endedBefore} and writing and undone_at is null and undoes is null and (${sql.join(kept, sql` or `)})`.execute(
    database,
  );
  for (const table of changeTables)
    for (const { import_id } of old)
      await sql`delete from ${sql.table(table)} where import_id = ${import_id}::uuid`.execute(
        database,
      );
  return old.length;
}
