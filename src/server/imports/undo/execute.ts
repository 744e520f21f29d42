import { writeAudit } from '#server/core/audit/audit.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import {
  createBackgroundBatchDurationCalculator,
  runInBatches,
  withReportAfterTransactions,
} from '#server/core/db/batches.ts';
import type { Database, Queries } from '#server/core/db/database.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import { isTransientError } from '#server/core/jobs/transient.ts';
import { LeaseLost } from '#server/core/jobs/worker.ts';
import { invalidatePracticeList } from '#server/institutions/queries.ts';
import { recordReopeningRequest } from '#server/scoring/reopening/reopening.ts';
import { errorMessage } from '#shared/core/error-message.ts';
import { countText } from '#shared/core/words.ts';
import { type UndoReport, wouldUndoChangeNothing } from '#shared/imports/undo.ts';
import { deleteUnusedCreatedOwners } from '../merging/owners-queries.ts';
import { failRun, type ImportRunClaim, ImportRunLost, succeedRun } from '../runs/run-queries.ts';
import {
  analyzeUndoTable,
  changedRowsInBatchConditionSql,
  countUndoRows,
  deleteBatchUndoData,
  deleteRowsOfRemovedCustomers,
  findBatchEndInstitution,
  findInstitutionsNotUndone,
  findTablesChangedByImport,
  idBelowEveryInstitution,
  restoreBatchRows,
} from './rows-undo-queries.ts';
import { addUndoReports, emptyUndoReport } from './undo-counts.ts';
import {
  findFirstChangedWeek,
  findFirstWeekClosedSince,
  findRequestedUndo,
  findRunToUndo,
  markRunUndone,
  saveUndoReport,
  type UndoCandidateRun,
} from './undo-queries.ts';
import {
  beforeFirstLocation,
  changedUsageInBatchConditionSql,
  deleteUsageUndoData,
  findBatchEndLocation,
  recomputeUsageWeeks,
  restoreUnchangedUsageDays,
} from './usage-undo-queries.ts';

/**
 * Thrown when the undo changed nothing because rows were changed since the import. The message is
 * shown to users.
 */
export class RowsChangedSinceImportError extends CannotContinueError {
  readonly report: UndoReport;

  constructor(report: UndoReport) {
    super(
      `${countText(report.kept, 'row')} of this import ${report.kept === 1 ? 'was' : 'were'} changed or used since. Nothing was undone.`,
    );
    this.report = report;
  }
}

interface Surroundings {
  database: Database;
  clock: Clock;
  onProgress?: (rows: number) => Promise<void> | void;
}

type Undone = Pick<UndoCandidateRun, 'importId' | 'kind'>;

interface Carrying {
  /** `false` only counts the rows that would be undone. */
  writes: boolean;
  /** Called last in the transaction of each batch. */
  keep(transaction: Queries, report: UndoReport): Promise<void>;
  /** Called between two batches, when no transaction is open. */
  afterPiece?: () => Promise<void> | void;
}

/**
 * Executes an undo that has the turn to write, or continues an interrupted undo. Each batch is
 * restored, counted and deleted from the undo data in one transaction. Throws `RowsChangedSinceImportError` when
 * changed rows prevent the undo or when all rows were changed.
 */
export async function executeUndo(
  run: ImportRunClaim,
  { database, clock, onProgress }: Surroundings,
): Promise<UndoReport> {
  const queries = database.background;
  const undone = await findRunToUndo(queries, run.undoes ?? '');
  if (undone === undefined) throw new ImportRunLost();
  const asked = await findRequestedUndo(queries, run);
  try {
    if (asked.report === null) {
      const found = await previewUndo(database, undone);
      if (found.kept > 0 && (!asked.leavesChanged || wouldUndoChangeNothing(found)))
        throw new RowsChangedSinceImportError(found);
      await beginUndo(queries, run, { undone, by: asked.by, now: clock() });
    }
    let report = asked.report ?? emptyUndoReport;
    await eachPiece(database, undone, {
      writes: true,
      keep: async (transaction, piece) => {
        report = addUndoReports(report, piece);
        await saveUndoReport(transaction, run, report);
      },
      afterPiece: () => onProgress?.(report.removed + report.restored + report.kept),
    });
    if (undone.kind === 'practices') {
      await deleteRowsOfRemovedCustomers(queries);
      await deleteUnusedCreatedOwners(queries, undone.importId);
    }
    await queries.transaction().execute(async (transaction) => {
      await succeedRun(transaction, run, clock());
      const { keptRows: _, ...counts } = report;
      await writeAudit(transaction, {
        at: clock(),
        actor: asked.by,
        action: 'import.undo',
        objectType: 'import_run',
        objectId: undone.importId,
        detail: { kind: undone.kind, source: undone.source, ...counts },
      });
      await markRunUndone(transaction, undone.importId, asked.by, clock());
      await invalidatePracticeList(transaction);
    });
    return report;
  } catch (error) {
    // Nothing was undone, so the run is hidden from the list of imports.
    if (error instanceof RowsChangedSinceImportError)
      await failRun(queries, run, error.message, clock(), false);
    else if (
      !(error instanceof ImportRunLost || error instanceof LeaseLost) &&
      !isTransientError(error)
    )
      await failRun(
        queries,
        run,
        `The undo stopped after it had undone part of the import: ${errorMessage(error)}`,
        clock(),
      );
    throw error;
  }
}

/** Returns the result that an undo would have now. Does not take the turn to write. */
export async function previewUndo(database: Database, undone: Undone): Promise<UndoReport> {
  let report = emptyUndoReport;
  await eachPiece(database, undone, {
    writes: false,
    keep: async (_, piece) => {
      report = addUndoReports(report, piece);
    },
  });
  return report;
}

/**
 * Begins an undo: saves an empty report, and requests the reopening of official weeks that include
 * the imported data.
 */
async function beginUndo(
  queries: Queries,
  run: ImportRunClaim,
  { undone, by, now }: { undone: UndoCandidateRun; by: string; now: Date },
): Promise<void> {
  const from =
    undone.kind === 'usage' ? await findFirstChangedWeek(queries, undone.importId) : null;
  const week =
    undone.kind === 'usage' && from === null
      ? null
      : await findFirstWeekClosedSince(queries, undone.startedAt, from);
  if (week !== null)
    await recordReopeningRequest(
      queries,
      {
        reopeningId: run.importId,
        fromWeek: week,
        reason: `The import of ${undone.kind} from ${undone.source} was undone.`,
        askedBy: by,
      },
      now,
    );
  await saveUndoReport(queries, run, emptyUndoReport);
}

async function eachPiece(
  database: Database,
  { importId, kind }: Undone,
  { writes, keep, afterPiece = () => undefined }: Carrying,
) {
  const transact = withReportAfterTransactions(
    (work) => database.background.transaction().execute(work),
    afterPiece,
  );
  const pieceMs = createBackgroundBatchDurationCalculator(database);
  if (kind === 'usage') {
    await runInBatches(
      transact,
      beforeFirstLocation,
      async (transaction, after, rows) => {
        const last = await findBatchEndLocation(transaction, importId, after, rows);
        if (last === undefined) return undefined;
        const piece = changedUsageInBatchConditionSql(importId, after, last);
        const report = await restoreUnchangedUsageDays(transaction, piece, writes);
        if (writes) {
          await recomputeUsageWeeks(transaction, piece);
          await deleteUsageUndoData(transaction, piece);
        }
        await keep(transaction, report);
        return last;
      },
      pieceMs,
    );
  }
  await analyzeUndoTable(database.background);
  const tables = await findTablesChangedByImport(database.background, importId);
  await runInBatches(
    transact,
    idBelowEveryInstitution,
    async (transaction, after, rows) => {
      const last = await findBatchEndInstitution(transaction, importId, after, rows);
      if (last === undefined) return undefined;
      const piece = changedRowsInBatchConditionSql(importId, after, last);
      const inTheWay = await findInstitutionsNotUndone(transaction, piece, tables);
      const report = await countUndoRows(transaction, kind, piece, inTheWay);
      if (writes) {
        await restoreBatchRows(transaction, piece, inTheWay, tables);
        await deleteBatchUndoData(transaction, piece);
      }
      await keep(transaction, report);
      return last;
    },
    pieceMs,
  );
}
