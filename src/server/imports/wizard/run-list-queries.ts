import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { insertOnce } from '#server/core/db/writes.ts';
import { type ImportKind, type ImportReport, importKinds } from '#shared/imports/report.ts';
import type { UndoReport } from '#shared/imports/undo.ts';

export interface RunListRow {
  importId: string;
  kind: ImportKind;
  source: string;
  externalSource: string;
  state: 'running' | 'succeeded' | 'failed';
  writing: boolean;
  startedAt: Date;
  finishedAt: Date | null;
  pausedAt: Date | null;
  report: ImportReport | null;
  error: string | null;
  undoes: string | null;
  undoneAt: Date | null;
  canceledAt: Date | null;
  /** `true` while the rows that the run wrote are being removed. */
  isBeingCanceled: boolean;
  undoReport: UndoReport | null;
  isBeingUndone: boolean;
  undoError: string | null;
  uploadId: string | null;
}

/** Returns the runs that began after `since`, newest first. */
export async function findRunListRows(
  queries: Queries,
  since: Date,
  importId?: string,
): Promise<RunListRow[]> {
  const { rows } = await sql<RunListRow>`
    select r.import_id as "importId", r.kind, r.source, r.external_source as "externalSource", r.state, r.writing, r.started_at as "startedAt",
           r.finished_at as "finishedAt", r.paused_at as "pausedAt", r.report, r.error, r.undoes, r.undone_at as "undoneAt", r.canceled_at as "canceledAt", coalesce(u.state = ${sql.lit('cancelling')}, false) as "isBeingCanceled",
           coalesce(r.undo_report, undo.undo_report) as "undoReport", coalesce(q.is_open, false) as "isBeingUndone", q.error as "undoError", u.upload_id as "uploadId"
    from import_run r
    left join import_run undo on undo.undoes = r.import_id and undo.state = 'succeeded'
    left join import_undo_request q on q.import_id = r.import_id
    left join import_upload u on u.import_id = r.import_id
    where ${importId === undefined ? sql`r.is_shown and r.started_at >= ${since}::timestamptz` : sql`r.import_id = ${importId}::uuid`}
    order by r.started_at desc, r.import_id limit 2000`.execute(queries);
  return rows;
}

interface UndoRequest {
  importId: string;
  leavesChanged: boolean;
  askedBy: string;
}

/**
 * Requests an undo. A failed undo can be requested again. Returns `false` when an undo is already
 * pending.
 */
export async function recordUndoRequest(
  queries: Queries,
  { importId, leavesChanged, askedBy }: UndoRequest,
  now: Date,
): Promise<boolean> {
  const asked = {
    leaves_changed: leavesChanged,
    asked_by: askedBy,
    asked_at: now,
    is_open: true,
    error: null,
  };
  const isNew = await insertOnce(
    queries.insertInto('import_undo_request').values({ import_id: importId, ...asked }),
  );
  if (isNew) return true;
  const { numUpdatedRows } = await queries
    .updateTable('import_undo_request')
    .set(asked)
    .where('import_id', '=', importId)
    .where('is_open', '=', false)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export const findNextUndo = (queries: Queries) =>
  queries
    .selectFrom('import_undo_request')
    .selectAll()
    .where('is_open', '=', true)
    .orderBy('asked_at')
    .limit(1)
    .executeTakeFirst();

export const finishRequestedUndo = (queries: Queries, importId: string, error: string | null) =>
  queries
    .updateTable('import_undo_request')
    .set({ is_open: false, error })
    .where('import_id', '=', importId)
    .execute();

/** Tables of the kinds of files, in which any row shows that the kind is not missing. */
const tablesByKind = {
  practices: 'location',
  usage: 'usage_week',
  entitlements: 'entitlement',
  contracts: 'contract',
  contacts: 'contact',
  churn: 'churn_event',
  prospects: 'prospect',
} as const satisfies Record<ImportKind, string>;

/** Returns the kinds of files of which the database has no rows. */
export async function findMissingImports(queries: Queries): Promise<ImportKind[]> {
  const { rows } = await sql<{ missing: ImportKind[] }>`
    select array_remove(array[${sql.join(
      importKinds.map(
        (kind) =>
          sql`case when not exists (select from ${sql.table(tablesByKind[kind])}) then ${sql.lit(kind)}::text end`,
      ),
    )}], null) as missing`.execute(queries);
  return rows[0]?.missing ?? [];
}
