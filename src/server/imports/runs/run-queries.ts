import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { storable, storableJson } from '#server/core/db/storable.ts';
import { isImportWriting, isScoringRunning, lockUsage } from '#server/scoring/scoring-lease-queries.ts';
import type { ImportKind, ImportReport } from '#shared/imports/report.ts';
import type { Takes } from '../merging/merge.ts';
import { settleStaged } from '../merging/settle-staged.ts';

/** Seconds without a heartbeat after which a run's process counts as dead, by the database's clock, which all processes share. */
export const runLeaseSeconds = 40;
const databaseNow = sql<Date>`clock_timestamp()`;
const isSilent = sql<boolean>`seen_at < clock_timestamp() - make_interval(secs => ${sql.lit(runLeaseSeconds)})`;
/** Scores and other imports wait for a paused run, which goes on by itself before they give up. */
const longestPause = sql`interval '8 minutes'`;
const rowsPerDelete = 5_000;
const rowsWithoutStatistics = 500;

export const stagingTables = {
  practices: 'practice_staging',
  usage: 'usage_staging',
  entitlements: 'entitlement_staging',
  churn: 'loss_staging',
  contracts: 'contract_staging',
  contacts: 'contact_staging',
  prospects: 'prospect_staging',
} as const;

/** A run and the number that tells who carries it out: it goes up when another process takes the run over. */
export interface Run {
  importId: string;
  kind: ImportKind;
  externalSource: string;
  /** The business's calendar day on which it began. */
  today: string;
  fence: number;
  /** Which rows are taken; without it all are. */
  takes?: Takes | null;
  /** Whether products that are used, and of which nothing is known, are entitled. */
  entitles?: boolean;
  /** `true` adds up usage rows of the file for the same location, product and day. */
  addsRepeats?: boolean;
  /** The run that this one undoes; an import has none. */
  undoes?: string | null;
}

/** Another process has taken the run over. */
export class RunLost extends Error {
  constructor() {
    super('Another process took this import for abandoned and carries it out.');
  }
}

/** How an undo was asked for. */
export interface AskedUndo {
  /** Whether what was changed since is left as it is, instead of nothing being undone. */
  leavesChanged: boolean;
  /** A user's id, or what stands for the command line. */
  by: string;
}

/** The run, as long as it is ours. */
export const heldRun = (queries: Queries, { importId, fence }: Run) =>
  queries.updateTable('import_run').where('import_id', '=', importId).where('fence', '=', fence).where('state', '=', 'running');

/** Whether the demo's customers are there: real practices are not to be judged by invented ones. */
export async function holdsDemo(queries: Queries): Promise<boolean> {
  return (await queries.selectFrom('demo_world').select('business_date').executeTakeFirst()) !== undefined;
}

interface MoreOfRun {
  undo?: AskedUndo;
  /** Whether lists of imports have it. */
  isShown?: boolean;
}

export async function beginRun(database: Queries, run: Run, source: string, now: Date, more: MoreOfRun = {}): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    // Who empties the staging table holds the lock too, and would not see this run otherwise.
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

/** Throws RunLost when the run is no longer ours. */
export async function showHeartbeat(queries: Queries, run: Run): Promise<void> {
  const { numUpdatedRows } = await heldRun(queries, run).set({ seen_at: databaseNow }).executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new RunLost();
}

/** Keeps how far the run has come, in the transaction that brought it there. Throws RunLost when it is no longer ours. */
export async function saveReport(transaction: Queries, run: Run, report: ImportReport): Promise<void> {
  const { numUpdatedRows } = await heldRun(transaction, run)
    .set({ seen_at: databaseNow, report: storableJson(report) })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new RunLost();
}

/**
 * Takes the turn to write, which one run has at a time in all processes; false while another has it, or while scores are made. With it the run
 * is to be finished, whatever becomes of its process, so it keeps what it read of its file; an undo has no file. Throws RunLost when the run is
 * no longer ours.
 */
export async function takeTurnToWrite(database: Queries, run: Run, report: ImportReport | null): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    await lockUsage(transaction);
    await showHeartbeat(transaction, run);
    if ((await isImportWriting(transaction)) || (await isScoringRunning(transaction))) return false;
    // Once, while all of the file is staged: its pieces leave the staging table one by one.
    if (run.kind === 'practices') await settleStaged(transaction, run);
    await heldRun(transaction, run)
      .set({ writing: true, ...(report === null ? {} : { report: storableJson(report) }) })
      .execute();
    return true;
  });
}

/** What is known of a run that writes. Throws RunLost when it is no longer ours. */
export async function storedReport(database: Queries, { importId, fence }: Run): Promise<ImportReport> {
  const found = await database
    .selectFrom('import_run')
    .select('report')
    .where('import_id', '=', importId)
    .where('fence', '=', fence)
    .executeTakeFirst();
  if (found === undefined || found.report === null) throw new RunLost();
  return found.report;
}

/**
 * The day from which practices of the run count that come without a date: its own day, when their source had its first practices on
 * an earlier one. A file of more than twice the rows of any before, as after a first try with a few, is a source's first one too.
 */
export async function firstSeenDay(database: Queries, { externalSource, today }: Run, rows: number): Promise<string | null> {
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

/** Lets a run that writes rest, in whichever process, until it is told to go on. It keeps the turn to write. */
export const pauseRun = (database: Queries, run: Run, now: Date) => heldRun(database, run).set({ paused_at: now }).execute();

/** Takes a paused run over; undefined when it is not paused any more. */
export async function takePausedRun(database: Queries, importId: string): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    update import_run set fence = fence + 1, seen_at = clock_timestamp(), paused_at = null
    where import_id = ${importId}::uuid and state = 'running' and paused_at is not null
    returning import_id as "importId", kind, external_source as "externalSource", business_date as today, fence, takes, entitles, adds_repeats as "addsRepeats", undoes`.execute(
    database,
  );
  return rows[0];
}

/** Throws RunLost when the run is no longer ours. */
export async function succeedRun(transaction: Queries, run: Run, now: Date): Promise<void> {
  const { numUpdatedRows } = await heldRun(transaction, run)
    .set({ state: 'succeeded', seen_at: databaseNow, finished_at: now })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new RunLost();
}

/** Ends a run that is still ours and says what became of it. */
export async function failRun(database: Queries, run: Run, error: string, now: Date, isShown = true): Promise<void> {
  const { numUpdatedRows } = await heldRun(database, run)
    .set({ state: 'failed', finished_at: now, error: storable(error), ...(isShown ? {} : { is_shown: false }) })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await clearStaging(database, run);
}

/** Removes what a run has staged: at once when no other run of its kind is under way, else in pieces. */
export async function clearStaging(database: Queries, { importId, kind }: Pick<Run, 'importId' | 'kind'>): Promise<void> {
  const table = sql.table(stagingTables[kind]);
  const emptied = await database.transaction().execute(async (transaction) => {
    await lockUsage(transaction);
    const { rows } = await sql<{ others: boolean }>`
      select exists (select from import_run where kind = ${kind} and state = 'running' and import_id <> ${importId}::uuid) as others`.execute(
      transaction,
    );
    if (rows[0]?.others === true) return false;
    await sql`truncate ${table}`.execute(transaction);
    return true;
  });
  for (let left = !emptied; left; ) {
    const { numAffectedRows } = await sql`
      delete from ${table} where ctid = any(array(select ctid from ${table} where import_id = ${importId}::uuid limit ${rowsPerDelete}))`.execute(
      database,
    );
    left = numAffectedRows !== undefined && numAffectedRows > 0n;
  }
}

interface Abandoned {
  /** Runs that this process carries out itself: it is alive, whatever their signs of life say. */
  except: readonly string[];
  /** No other process can carry out a run, so every other one is abandoned. */
  alone: boolean;
  now: Date;
}

/**
 * Closes the runs whose process died. One that was still reading failed, and what it had staged goes; one that was writing
 * is ours from now on and is answered, to be finished. A run that a transaction has locked is alive.
 */
export async function closeAbandonedRuns(database: Queries, { except, alone, now }: Abandoned): Promise<Run[]> {
  const { rows } = await sql<Run & { writing: boolean }>`
    with abandoned as materialized (
      select import_id from import_run
      where state = 'running' and (paused_at is null or paused_at < ${now}::timestamptz - ${longestPause})
        and import_id <> all(${except}::uuid[]) and (${alone} or paused_at is not null or ${isSilent})
      for update skip locked
    )
    update import_run r
    set fence = fence + 1, seen_at = clock_timestamp(),
        paused_at = null, state = case when writing then state else 'failed' end,
        finished_at = case when writing then null else ${now}::timestamptz end,
        error = case when writing then null else 'Its process stopped while it read the file. Nothing of it was kept.' end,
        is_shown = is_shown and (writing or undoes is null)
    from abandoned where r.import_id = abandoned.import_id
    returning r.import_id as "importId", kind, external_source as "externalSource", business_date as today, fence, takes, entitles, adds_repeats as "addsRepeats", undoes, writing`.execute(
    database,
  );
  for (const run of rows) if (!run.writing) await clearStaging(database, run);
  return rows.filter((run) => run.writing);
}

/**
 * Marks an import as canceled and ends its run in any process. An ended run keeps its state. `writing` is `true` when the import has
 * written rows to undo. Returns `undefined` for an unknown import.
 */
export async function cancelRun(database: Queries, importId: string, now: Date): Promise<{ writing: boolean } | undefined> {
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
  if (run?.was === 'running') await clearStaging(database, { importId, kind: run.kind });
  return run;
}

/** Returns the oldest overdue heartbeat among the runs of all processes; `null` when none is overdue. */
export async function silentSince(queries: Queries): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(seen_at) as since from import_run where state = 'running' and paused_at is null and ${isSilent}`.execute(queries);
  return rows[0]?.since ?? null;
}

/** Without statistics of the staged rows a plan for a piece of them would be one for a row or two; few rows do not need them. */
export async function analyzeStaging(database: Queries, kind: ImportKind, rows: number): Promise<void> {
  if (rows > rowsWithoutStatistics) await sql`analyze ${sql.table(stagingTables[kind])}`.execute(database);
}

/** Gathers statistics of those tables that have grown by more than a tenth, one at a time. */
export async function analyzeGrown(database: Queries, tables: readonly string[], rows: number): Promise<void> {
  const { rows: grown } = await sql<{ name: string }>`
    select relname as name from pg_class
    where oid = any(${tables}::regclass[]) and greatest(reltuples, 0) < ${rows}::float8 * 10`.execute(database);
  for (const { name } of grown) await sql`analyze ${sql.table(name)}`.execute(database);
}
