import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#server/core/clock/clock.ts';
import {
  createBackgroundBatchDurationCalculator,
  withReportAfterTransactions,
} from '#server/core/db/batches.ts';
import type { Database } from '#server/core/db/database.ts';
import { isTransientError } from '#server/core/jobs/transient.ts';
import { importedRowsCounter } from '#server/core/telemetry/instruments.ts';
import { invalidatePracticeList } from '#server/institutions/queries.ts';
import { errorMessage } from '#shared/core/error-message.ts';
import type { ImportReport } from '#shared/imports/report.ts';
import { ImportInterrupted, type WaitWhileImportPaused } from './interrupted.ts';
import { contractOverlapNotes, findContractOverlaps } from './merging/contract-overlaps-queries.ts';
import type { StagedImportRun } from './merging/merge.ts';
import { mergeFunctionsByKind, tablesWrittenByImport } from './merging/merges.ts';
import { addReportCounts } from './merging/report-counts.ts';
import { adaptStagedRows } from './merging/settle-staged.ts';
import {
  failRun,
  findDefaultGoLiveDay,
  findRunReport,
  type ImportRunClaim,
  ImportRunLost,
  pauseRun,
  saveRunReport,
  succeedRun,
  updateRunHeartbeat,
} from './runs/run-queries.ts';
import {
  analyzeGrownTables,
  analyzeStagingTable,
  clearStagedRows,
} from './runs/staging-queries.ts';

const rowOutcomes = ['added', 'changed', 'unchanged', 'superseded', 'skipped', 'rejected'] as const;

/** Pause between two attempts to get a turn, in milliseconds. */
export const writeTurnRetryMs = 200;
const writeAttempts = 3;

/** Options for writing. For an abandoned run, `gate` and `onWritten` are not set. */
export interface ImportWriteOptions {
  database: Database;
  clock: Clock;
  /** Called before each batch is read or written. It can wait, or throw to end the import. */
  gate?: WaitWhileImportPaused;
  /** Called with the number of written rows and the number of rows to write. */
  onWritten?: (rows: number, of: number) => Promise<void> | void;
}

/**
 * Counts the rows that an import would change. Writes nothing and therefore does not wait for the
 * turn to write.
 */
export async function previewStagedChangeCounts(
  run: ImportRunClaim,
  report: ImportReport,
  options: ImportWriteOptions,
): Promise<ImportReport> {
  const { database, clock } = options;
  let counted = report;
  await analyzeStagingTable(database.background, run.kind, report.rowsRead);
  await adaptStagedRows(database.background, run, { writes: false });
  await mergeFunctionsByKind[run.kind](
    await mergeOf(run, report, options, {
      writes: false,
      keep: async (transaction, counts) => {
        counted = addReportCounts(counted, counts);
        await updateRunHeartbeat(transaction, run);
      },
    }),
  );
  await failRun(database.background, run, 'Dry run: nothing was written.', clock());
  return counted;
}

/**
 * Writes the staged rows. Without a new `report`, continues an interrupted run where it stopped.
 * Retries after a temporary error. Any other error ends the run and keeps the batches written so
 * far.
 */
export async function writeStagedRows(
  run: ImportRunClaim,
  options: ImportWriteOptions,
  fresh?: ImportReport,
): Promise<ImportReport> {
  const { database, clock } = options;
  for (let attempt = 1; ; attempt += 1)
    try {
      return await writeOnce(
        run,
        options,
        (attempt === 1 && fresh) || (await findRunReport(database.background, run)),
      );
    } catch (error) {
      if (error instanceof ImportInterrupted && error.why === 'paused')
        await pauseRun(database.background, run, clock());
      if (error instanceof ImportRunLost || error instanceof ImportInterrupted) throw error;
      if (!isTransientError(error)) {
        await failRun(
          database.background,
          run,
          `The import stopped after it had written some of its rows: ${errorMessage(error)}`,
          clock(),
        );
        throw error;
      }
      if (attempt === writeAttempts) throw error;
      await pause(writeTurnRetryMs * 5 ** attempt);
    }
}

async function writeOnce(
  run: ImportRunClaim,
  options: ImportWriteOptions,
  before: ImportReport,
): Promise<ImportReport> {
  const { database, clock, onWritten } = options;
  let report = before;
  await analyzeStagingTable(database.background, run.kind, report.rowsRead);
  await mergeFunctionsByKind[run.kind](
    await mergeOf(run, report, options, {
      writes: true,
      afterPiece: () =>
        onWritten?.(
          report.added + report.changed + report.unchanged + report.superseded + report.skipped,
          report.rowsRead - report.rejected,
        ),
      keep: async (transaction, counts) => {
        report = addReportCounts(report, counts);
        await saveRunReport(transaction, run, report);
      },
    }),
  );
  const written = report.added + report.changed;
  // Without current statistics, the first queries would be planned for empty tables.
  await analyzeGrownTables(database.background, tablesWrittenByImport[run.kind], written);
  const overlaps =
    run.kind === 'contracts'
      ? contractOverlapNotes(await findContractOverlaps(database.background, run.importId))
      : [];
  if (overlaps.length > 0) report = { ...report, notes: [...report.notes, ...overlaps] };
  await database.background.transaction().execute(async (transaction) => {
    if (overlaps.length > 0) await saveRunReport(transaction, run, report);
    await succeedRun(transaction, run, clock());
    if ((run.kind !== 'usage' || run.entitles) && written > 0)
      await invalidatePracticeList(transaction);
  });
  await clearStagedRows(database.background, run);
  for (const outcome of rowOutcomes)
    importedRowsCounter.inc({ kind: run.kind, outcome }, report[outcome]);
  return report;
}

async function mergeOf(
  run: ImportRunClaim,
  { columns, rowsRead }: ImportReport,
  { database, clock, gate }: ImportWriteOptions,
  {
    afterPiece,
    ...more
  }: Pick<StagedImportRun, 'writes' | 'keep'> & { afterPiece?: () => Promise<void> | void },
): Promise<StagedImportRun> {
  return {
    importId: run.importId,
    externalSource: run.externalSource,
    now: clock(),
    today: run.today,
    firstSeenOn:
      run.kind === 'practices'
        ? await findDefaultGoLiveDay(database.background, run, rowsRead)
        : null,
    transact: withReportAfterTransactions(
      async (work) => {
        await gate?.(() => updateRunHeartbeat(database.background, run));
        return database.background.transaction().execute(work);
      },
      () => afterPiece?.(),
    ),
    pieceMs: createBackgroundBatchDurationCalculator(database),
    takes: run.takes ?? { known: true, new: true },
    entitles: run.entitles ?? false,
    addsRepeats: run.addsRepeats ?? false,
    has: (column) => columns.some(({ usedAs }) => usedAs === column),
    ...more,
  };
}
