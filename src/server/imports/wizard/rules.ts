import { countText } from '#shared/core/words.ts';
import type { ImportRun } from '#shared/imports/runs.ts';
import type { UndoReport } from '#shared/imports/undo.ts';
import type { ImportPlan, Upload } from '#shared/imports/wizard.ts';
import { runUndoProblem, undoableUntil } from '../undo/rules.ts';
import type { RunListRow } from './run-list-queries.ts';
import type { UploadRow } from './upload-queries.ts';

/** Adds the choices that a plan of an earlier version lacks. */
const withValues = (plan: ImportPlan): ImportPlan => ({
  ...plan,
  values: plan.values ?? {},
  withoutIds: plan.withoutIds ?? false,
});

export const toUpload = (row: UploadRow, hasRejects: boolean): Upload => ({
  uploadId: row.upload_id,
  fileName: row.file_name,
  bytes: row.bytes,
  sha256: row.sha256,
  version: row.version,
  state: row.state,
  plan: row.plan === null ? null : withValues(row.plan),
  draft: row.draft === null ? null : withValues(row.draft),
  report: row.report,
  warning: row.warning,
  error: row.error,
  question: row.question,
  importId: row.import_id,
  hasRejects,
  rejectsLeftOut: row.rejects_left_out,
});

export function toImportRun(row: RunListRow, now: Date): ImportRun {
  const {
    startedAt,
    finishedAt,
    pausedAt,
    undoneAt,
    canceledAt: _canceledAt,
    isBeingCanceled: _isBeing,
    writing: _,
    undoes,
    ...told
  } = row;
  const canUndo = runUndoProblem(row, now) === null && finishedAt !== null;
  return {
    ...told,
    report: row.report === null ? null : { ...row.report, skipped: row.report.skipped ?? 0 },
    state: stateOf(row),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    undoableUntil: canUndo ? undoableUntil(finishedAt).toISOString() : null,
  };
}

const namedKeptRows = 3;

/**
 * Returns a text on the rows that an undo kept; `null` when no row was kept. The text states the
 * number of rows, the reason, and the names of the first rows.
 */
export function retainedRowsText(report: UndoReport | null): string | null {
  if (report === null || report.kept === 0) return null;
  const { kept, keptRows } = report;
  const named = keptRows
    .slice(0, namedKeptRows)
    .map(({ what, why }) => `${what} (${why.toLowerCase()})`);
  const more = kept > named.length ? '; …' : '';
  const reason =
    kept === 1
      ? 'was kept, because it was changed or used'
      : 'were kept, because they were changed or used';
  return `${countText(kept, 'row')} of this import ${reason} after the import: ${named.join('; ')}${more}.`;
}

type StateFacts = Pick<
  RunListRow,
  'state' | 'undoes' | 'undoneAt' | 'pausedAt' | 'canceledAt' | 'isBeingCanceled'
>;

function stateOf({
  state,
  undoes,
  undoneAt,
  pausedAt,
  canceledAt,
  isBeingCanceled,
}: StateFacts): ImportRun['state'] {
  if (canceledAt !== null) return isBeingCanceled ? 'canceling' : 'canceled';
  if (pausedAt !== null && state === 'running') return 'paused';
  if (undoes !== null && state === 'succeeded') return 'undo';
  return undoneAt === null || undoes !== null ? state : 'undone';
}
