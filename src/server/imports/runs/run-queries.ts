import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { storableJson, storableText } from '#server/core/db/storable.ts';
import {
  isImportWriting,
  isScoringRunning,
  lockUsage,
} from '#server/scoring/scoring-lease-queries.ts';
import type { ImportKind, ImportReport } from '#shared/imports/report.ts';
import type { MergeRowFilter } from '../merging/merge.ts';
import { adaptStagedRows } from '../merging/settle-staged.ts';
import { clearStagedRows } from './staging-queries.ts';

/**
 * Seconds without a heartbeat after which the process of a run counts as dead. The time is measured
 * by the database's clock, which all processes share.
 */
export const runLeaseSeconds = 40;

const databaseNow = sql<Date>`clock_timestamp()`;

export const overdueHeartbeatConditionSql = sql<boolean>`seen_at < clock_timestamp() - make_interval(secs => ${sql.lit(runLeaseSeconds)})`;

/**
 * Maximum duration of a pause. It is shorter than the timeouts of scoring and of other imports,
 * which wait for a paused run.
 */
export const maxPauseSql = sql`interval '8 minutes'`;

/**
 * Run of an import or undo, with its fencing number. A process that takes over the run increases
 * the number.
 */
export interface ImportRunClaim {
  importId: string;
  kind: ImportKind;
  externalSource: string;
  /** Day on which the run began, in the business time zone. */
  today: string;
  fence: number;
  /** Rows to import; `null` or omitted imports all rows. */
  takes?: MergeRowFilter | null;
  /**
   * `true` adds an entitlement for each product that a customer uses but never had an entitlement
   * for.
   */
  entitles?: boolean;
  /** `true` adds the values of usage rows with the same location, product and day. */
  addsRepeats?: boolean;
  /** Run that this run undoes; `null` or omitted for an import. */
  undoes?: string | null;
}

/** Thrown when another process has taken over the run. */
export class ImportRunLost extends Error {
  constructor() {
    super('Another process considered this import abandoned and took it over.');
  }
}

/** User's options for an undo. */
export interface UndoRequestOptions {
  /**
   * `true` undoes only the rows that were not changed since the import. `false` undoes all rows or
   * none.
   */
  leavesChanged: boolean;
  /** User id, or the name that the command line gives. */
  by: string;
}

/** Returns an update query that changes the run only while this process holds it. */
export const createClaimedRunUpdate = (queries: Queries, { importId, fence }: ImportRunClaim) =>
  queries
    .updateTable('import_run')
    .where('import_id', '=', importId)
    .where('fence', '=', fence)
    .where('state', '=', 'running');

/**
 * Returns `true` when the database has demo customers. Real practices must not be compared with
 * demo practices in scoring.
 */
export async function hasDemo(queries: Queries): Promise<boolean> {
  return (
    (await queries.selectFrom('demo_world').select('business_date').executeTakeFirst()) !==
    undefined
  );
}

interface MoreOfRun {
  undo?: UndoRequestOptions;
  /** `false` hides the run from lists of imports. */
  isShown?: boolean;
}

export async function beginRun(
  database: Queries,
  run: ImportRunClaim,
  source: string,
  now: Date,
  more: MoreOfRun = {},
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    // The process that truncates the staging table holds the same lock, so that it cannot miss this
    // run.
    await lockUsage(transaction);
    await transaction
      .insertInto('import_run')
      .values({
        import_id: run.importId,
        kind: run.kind,
        source,
        external_source: run.externalSource,
        business_date: run.today,
        undoes: run.undoes ?? null,
        takes: run.takes ? storableJson(run.takes) : null,
        entitles: run.entitles ?? false,
        adds_repeats: run.addsRepeats ?? false,
        is_shown: more.isShown ?? true,
        leaves_changed: more.undo?.leavesChanged ?? false,
        undone_by: more.undo?.by ?? null,
        state: 'running',
        started_at: now,
        seen_at: databaseNow,
        finished_at: null,
      })
      .execute();
  });
}

/**
 * Updates the heartbeat of the run. Throws `ImportRunLost` when another process has taken over the
 * run.
 */
export async function updateRunHeartbeat(queries: Queries, run: ImportRunClaim): Promise<void> {
  const { numUpdatedRows } = await createClaimedRunUpdate(queries, run)
    .set({ seen_at: databaseNow })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new ImportRunLost();
}

/**
 * Saves the run's report in the transaction that wrote the rows. Throws `ImportRunLost` when
 * another process has taken over the run.
 */
export async function saveRunReport(
  transaction: Queries,
  run: ImportRunClaim,
  report: ImportReport,
): Promise<void> {
  const { numUpdatedRows } = await createClaimedRunUpdate(transaction, run)
    .set({ seen_at: databaseNow, report: storableJson(report) })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new ImportRunLost();
}

/**
 * Takes the turn to write, which only one run has at a time across all processes. Saves the report
 * for a process that finishes the run if this process dies; `report` is `null` for an undo. Returns
 * `false` while another run has the turn or scoring is active. Throws `ImportRunLost` when another
 * process has taken over the run.
 */
export async function tryTakeWriteTurn(
  database: Queries,
  run: ImportRunClaim,
  report: ImportReport | null,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    await lockUsage(transaction);
    await updateRunHeartbeat(transaction, run);
    if ((await isImportWriting(transaction)) || (await isScoringRunning(transaction))) return false;
    // This step needs all rows of the file, so it runs before batches leave the staging table.
    await adaptStagedRows(transaction, run, { writes: true });
    await createClaimedRunUpdate(transaction, run)
      .set({ writing: true, ...(report === null ? {} : { report: storableJson(report) }) })
      .execute();
    return true;
  });
}

/**
 * Returns the saved report of a writing run. Throws `ImportRunLost` when another process has taken
 * over the run.
 */
export async function findRunReport(
  database: Queries,
  { importId, fence }: ImportRunClaim,
): Promise<ImportReport> {
  const found = await database
    .selectFrom('import_run')
    .select('report')
    .where('import_id', '=', importId)
    .where('fence', '=', fence)
    .executeTakeFirst();
  if (found === undefined || found.report === null) throw new ImportRunLost();
  return found.report;
}

/**
 * Returns the go-live day for new practices whose rows contain no date: `null` for the first import
 * of a source, and the day of the run for later imports. Earlier imports with fewer than half of
 * the `rows` are taken for trials and do not count.
 */
export async function findDefaultGoLiveDay(
  database: Queries,
  { externalSource, today }: ImportRunClaim,
  rows: number,
): Promise<string | null> {
  const earlier = await database
    .selectFrom('import_run')
    .select('import_id')
    .where('kind', '=', 'practices')
    .where('state', '=', 'succeeded')
    .where('undoes', 'is', null)
    .where('undone_at', 'is', null)
    .where('external_source', '=', externalSource)
    .where((of) => of(of.fn.coalesce('business_date', sql<string>`started_at::date`), '<', today))
    .where(sql<boolean>`(report->>'rowsRead')::int * 2 >= ${rows}`)
    .limit(1)
    .executeTakeFirst();
  return earlier === undefined ? null : today;
}

/** Pauses a writing run until a process resumes it. The run keeps the turn to write. */
export const pauseRun = (database: Queries, run: ImportRunClaim, now: Date) =>
  createClaimedRunUpdate(database, run).set({ paused_at: now }).execute();

/** Takes over a paused run. Returns `undefined` when the run is no longer paused. */
export async function takePausedRun(
  database: Queries,
  importId: string,
): Promise<ImportRunClaim | undefined> {
  const { rows } = await sql<ImportRunClaim>`
    update import_run set fence = fence + 1, seen_at = clock_timestamp(), paused_at = null
    where import_id = ${importId}::uuid and state = 'running' and paused_at is not null
    returning import_id as "importId", kind, external_source as "externalSource", business_date as today, fence, takes, entitles, adds_repeats as "addsRepeats", undoes`.execute(
    database,
  );
  return rows[0];
}

/**
 * Marks the run as succeeded. Throws `ImportRunLost` when another process has taken over the run.
 */
export async function succeedRun(
  transaction: Queries,
  run: ImportRunClaim,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await createClaimedRunUpdate(transaction, run)
    .set({ state: 'succeeded', seen_at: databaseNow, finished_at: now })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new ImportRunLost();
}

/** Marks a run as failed with an error, if this process still holds the run. */
export async function failRun(
  database: Queries,
  run: ImportRunClaim,
  error: string,
  now: Date,
  isShown = true,
): Promise<void> {
  const { numUpdatedRows } = await createClaimedRunUpdate(database, run)
    .set({
      state: 'failed',
      finished_at: now,
      error: storableText(error),
      ...(isShown ? {} : { is_shown: false }),
    })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await clearStagedRows(database, run);
}

/**
 * Marks an import as canceled and ends its active run in any process. A run that has already ended
 * keeps its state. `writing` is `true` in the result when the import wrote rows that must be
 * undone. Returns `undefined` for an unknown import.
 */
export async function cancelRun(
  database: Queries,
  importId: string,
  now: Date,
): Promise<{ writing: boolean } | undefined> {
  const { rows } = await sql<{ kind: ImportKind; writing: boolean; was: string }>`
    with canceled as materialized (select import_id, state as was from import_run where import_id = ${importId}::uuid for update)
    update import_run r
    set canceled_at = coalesce(canceled_at, ${now}::timestamptz), fence = fence + 1, paused_at = null,
        state = case when state = 'running' then 'failed' else state end,
        error = case when state = 'running' then 'Canceled.' else error end,
        finished_at = coalesce(finished_at, ${now}::timestamptz)
    from canceled where r.import_id = canceled.import_id
    returning kind, writing, was`.execute(database);
  const [run] = rows;
  if (run?.was === 'running') await clearStagedRows(database, { importId, kind: run.kind });
  return run;
}
