import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database } from '#server/core/db/database.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import { dayIn } from '#shared/core/dates.ts';
import { errorMessage } from '#shared/core/error-message.ts';
import type { UndoReport } from '#shared/imports/undo.ts';
import { finishAbandonedImports, waitForWriteTurn } from './finish.ts';
import { executeImportRun } from './runs/active-runs.ts';
import {
  beginRun,
  failRun,
  type ImportRunClaim,
  type UndoRequestOptions,
} from './runs/run-queries.ts';
import { executeUndo } from './undo/execute.ts';
import { runUndoProblem } from './undo/rules.ts';
import { findRunToUndo } from './undo/undo-queries.ts';

export interface ImportUndoOptions {
  importId: string;
  database: Database;
  clock: Clock;
  timeZone: string;
  asked: UndoRequestOptions;
  onProgress?: (rows: number) => Promise<void> | void;
}

/**
 * Thrown when the import is already undone, either by an earlier attempt of the same undo or by
 * another undo.
 */
export class ImportAlreadyUndone extends CannotContinueError {}

/**
 * Undoes an import: deletes added rows and restores changed rows. Rows that were changed or used
 * since the import are kept when `leavesChanged` is set; otherwise they prevent the undo. Throws
 * `Refusal` when the import cannot be undone, and `RowsChangedSinceImportError` when changed rows prevent the
 * undo.
 */
export async function undoImport(options: ImportUndoOptions): Promise<UndoReport> {
  const { importId, database, clock, timeZone, asked } = options;
  await finishAbandonedImports(database, clock);
  const undone = await findRunToUndo(database.background, importId);
  if (undone === undefined) throw new CannotContinueError('There is no such import.');
  const refuse = (found: Parameters<typeof runUndoProblem>[0]) => {
    const problem = runUndoProblem(found, clock());
    if (problem !== null)
      throw found.undoneAt === null
        ? new CannotContinueError(problem)
        : new ImportAlreadyUndone(problem);
  };
  refuse(undone);
  const { kind, externalSource } = undone;
  const run: ImportRunClaim = {
    importId: randomUUID(),
    kind,
    externalSource,
    today: dayIn(timeZone, clock()),
    fence: 0,
    undoes: importId,
  };
  return executeImportRun(run.importId, options, async (active) => {
    await beginRun(database.background, run, `undo of ${undone.source}`, clock(), { undo: asked });
    active.run = run;
    try {
      await waitForWriteTurn(run, database, clock, null);
      // Another process may have undone the import while this process waited.
      refuse((await findRunToUndo(database.background, importId)) ?? undone);
    } catch (error) {
      // Nothing was undone, so the run is hidden from the list of imports.
      await failRun(database.background, run, errorMessage(error), clock(), false);
      throw error;
    }
    return executeUndo(run, options);
  });
}
