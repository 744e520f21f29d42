import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database } from '#server/core/db/database.ts';
import { backgroundPieceMs, reportBetweenPieces } from '#server/core/db/pieces.ts';
import { isTransient } from '#server/core/jobs/transient.ts';
import { importRows } from '#server/core/telemetry/instruments.ts';
import { practicesChanged } from '#server/institutions/queries.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { ImportReport } from '#shared/imports/report.ts';
import { type ImportCheckpoint, Interrupted } from './interrupted.ts';
import { contractOverlaps, overlapNotes } from './merging/contract-overlaps-queries.ts';
import type { Merge, RowFilter } from './merging/merge.ts';
import { merges, writtenTables } from './merging/merges.ts';
import { renewNaturalKeys } from './merging/renew-natural-keys.ts';
import { withCounts } from './merging/report-counts.ts';
import { settleStaged } from './merging/settle-staged.ts';
import { checkMapping } from './reading/header/header.ts';
import { ImportRefused } from './reading/import-error.ts';
import { type ReadingOptions, readToStaging } from './reading/reading.ts';
import {
  type ActiveRun,
  abandonStalledRuns,
  activeRuns,
  executeImportRun,
} from './runs/active-runs.ts';
import {
  analyzeGrown,
  analyzeStaging,
  beginRun,
  clearStaging,
  closeAbandonedRuns,
  failRun,
  firstSeenDay,
  hasDemo,
  pauseRun,
  type Run,
  RunLost,
  saveReport,
  showHeartbeat,
  storedReport,
  succeedRun,
  takePausedRun,
  takeTurnToWrite,
} from './runs/run-queries.ts';
import { executeUndo } from './undo/execute.ts';

const besideDemo =
  "This database holds the demo, which can't be mixed with your own practices. Remove it with npm run demo -- --remove, or set another DATA_DIR or DATABASE_URL.";
const rowOutcomes = ['added', 'changed', 'unchanged', 'superseded', 'skipped', 'rejected'] as const;
const turnPauseMs = 200;
const writeAttempts = 3;

export interface ImportOptions extends ReadingOptions {
  /** Origin of the data: a file name or the name of an API key. */
  source: string;
  dryRun?: boolean;
  clock: Clock;
  /** Rows to import; all rows when omitted. */
  takes?: RowFilter | undefined;
  /**
   * `true` entitles each customer to products that it uses and for which it has no known
   * entitlement.
   */
  entitles?: boolean;
  /** Called with the id of the run before anything is read. */
  onBegin?: (importId: string) => Promise<void>;
  /** Called with the number of written rows and the number of rows to write. */
  onWritten?: (rows: number, of: number) => Promise<void> | void;
  /** Called before each batch is read or written. It may wait, or throw to end the import. */
  gate?: ImportCheckpoint;
}

/**
 * Imports the usable rows of a CSV file. If the process dies while reading, nothing is imported; if
 * it dies while writing, the next start or import finishes the run. Throws `ImportRefused` when the
 * file cannot be used.
 */
export async function importCsv(options: ImportOptions): Promise<ImportReport> {
  const { kind, externalSource, database, clock } = options;
  checkMapping(kind, options.mapping ?? {});
  if (kind === 'practices' && options.dryRun !== true && (await hasDemo(database.background)))
    throw new ImportRefused(besideDemo);
  await finishAbandonedImports(database, clock);
  const run: Run = {
    importId: randomUUID(),
    kind,
    externalSource,
    today: dayIn(options.timeZone, clock()),
    fence: 0,
    takes: options.takes ?? null,
    entitles: options.entitles ?? false,
    addsRepeats: options.repeats === 'add',
  };
  return executeImportRun(run.importId, options, async (active) => {
    await beginRun(database.background, run, options.source, clock(), {
      isShown: options.dryRun !== true,
    });
    active.run = run;
    await options.onBegin?.(run.importId);
    return carryOut(run, active, options);
  });
}

async function carryOut(
  run: Run,
  active: ActiveRun,
  options: ImportOptions,
): Promise<ImportReport> {
  const { database, clock } = options;
  let report: ImportReport;
  try {
    report = await read(run, active, options);
    if (options.dryRun === true) return await countOnly(run, report, options);
    await waitForTurn(run, database, clock, report, options.gate);
  } catch (error) {
    const isShown = !(error instanceof Interrupted) || error.why === 'canceled';
    await failRun(database.background, run, messageOf(error), clock(), isShown);
    throw error;
  }
  return write(run, options, report);
}

async function read(run: Run, active: ActiveRun, options: ImportOptions): Promise<ImportReport> {
  active.beginReading();
  const watched: ImportOptions = {
    ...options,
    onProgress: (bytes) => {
      active.progressed();
      options.onProgress?.(bytes);
    },
  };
  try {
    return await readToStaging(watched, run.importId, run.today, async () => {
      active.progressed();
      active.throwIfLost();
      await options.gate?.(async () => {
        active.progressed();
        await showHeartbeat(options.database.background, run);
      });
    });
  } finally {
    active.endReading();
  }
}

/** Waits until this run may write; one run writes at a time. */
export async function waitForTurn(
  run: Run,
  database: Database,
  clock: Clock,
  report: ImportReport | null,
  gate?: ImportCheckpoint,
): Promise<void> {
  while (!(await takeTurnToWrite(database.background, run, report))) {
    await pause(turnPauseMs);
    await gate?.(() => showHeartbeat(database.background, run));
    await finishAbandonedImports(database, clock);
  }
}

/** Options for writing. An abandoned run has no `gate` and no `onWritten`. */
type Writing = Pick<ImportOptions, 'database' | 'clock' | 'gate' | 'onWritten'>;

/**
 * Counts the rows that an import would change. Writes nothing, so it does not wait for its turn to
 * write.
 */
async function countOnly(
  run: Run,
  report: ImportReport,
  options: ImportOptions,
): Promise<ImportReport> {
  const { database, clock } = options;
  let counted = report;
  await analyzeStaging(database.background, run.kind, report.rowsRead);
  await settleStaged(database.background, run, { writes: false });
  await merges[run.kind](
    await mergeOf(run, report, options, {
      writes: false,
      keep: async (transaction, counts) => {
        counted = withCounts(counted, counts);
        await showHeartbeat(transaction, run);
      },
    }),
  );
  await failRun(database.background, run, 'Dry run: nothing was written.', clock());
  return counted;
}

/**
 * Writes the staged rows. An interrupted run has no fresh report and continues where it stopped.
 * Retries after a temporary error; any other error ends the run and keeps the batches written so
 * far.
 */
async function write(run: Run, options: Writing, fresh?: ImportReport): Promise<ImportReport> {
  const { database, clock } = options;
  for (let attempt = 1; ; attempt += 1)
    try {
      return await writeOnce(
        run,
        options,
        (attempt === 1 && fresh) || (await storedReport(database.background, run)),
      );
    } catch (error) {
      if (error instanceof Interrupted && error.why === 'paused')
        await pauseRun(database.background, run, clock());
      if (error instanceof RunLost || error instanceof Interrupted) throw error;
      if (!isTransient(error)) {
        await failRun(
          database.background,
          run,
          `The import stopped after it had written some of its rows: ${messageOf(error)}`,
          clock(),
        );
        throw error;
      }
      if (attempt === writeAttempts) throw error;
      await pause(turnPauseMs * 5 ** attempt);
    }
}

async function writeOnce(run: Run, options: Writing, before: ImportReport): Promise<ImportReport> {
  const { database, clock, onWritten } = options;
  let report = before;
  await analyzeStaging(database.background, run.kind, report.rowsRead);
  await merges[run.kind](
    await mergeOf(run, report, options, {
      writes: true,
      afterPiece: () =>
        onWritten?.(
          report.added + report.changed + report.unchanged + report.superseded + report.skipped,
          report.rowsRead - report.rejected,
        ),
      keep: async (transaction, counts) => {
        report = withCounts(report, counts);
        await saveReport(transaction, run, report);
      },
    }),
  );
  const written = report.added + report.changed;
  // Without fresh statistics, the first queries would be planned for empty tables.
  await analyzeGrown(database.background, writtenTables[run.kind], written);
  const overlaps =
    run.kind === 'contracts'
      ? overlapNotes(await contractOverlaps(database.background, run.importId))
      : [];
  if (overlaps.length > 0) report = { ...report, notes: [...report.notes, ...overlaps] };
  await database.background.transaction().execute(async (transaction) => {
    if (overlaps.length > 0) await saveReport(transaction, run, report);
    await succeedRun(transaction, run, clock());
    if ((run.kind !== 'usage' || run.entitles) && written > 0) await practicesChanged(transaction);
  });
  await clearStaging(database.background, run);
  for (const outcome of rowOutcomes) importRows.inc({ kind: run.kind, outcome }, report[outcome]);
  return report;
}

/**
 * Resumes a run that was paused while writing. Returns `undefined` when the run is no longer
 * paused.
 */
export async function continuePausedImports(
  importId: string,
  options: Writing,
): Promise<ImportReport | undefined> {
  if (activeRuns.has(importId)) return undefined;
  return executeImportRun(importId, options, async (active) => {
    active.run = await takePausedRun(options.database.background, importId);
    return active.run === undefined ? undefined : write(active.run, options);
  });
}

/** Finishes the runs of dead processes that had begun to write. Returns a sentence on each run. */
export async function finishAbandonedImports(database: Database, clock: Clock): Promise<string[]> {
  // Runs before rows are matched, because an import interrupted by an upgrade has staged keys of
  // the earlier rules.
  await renewNaturalKeys(database.background);
  await abandonStalledRuns({ database, clock });
  const alone = database.isAlone;
  const runs = await closeAbandonedRuns(database.background, {
    except: [...activeRuns.keys()],
    alone,
    now: clock(),
  });
  // All runs are marked as active at once, so that a run waiting for its turn here does not count
  // as abandoned.
  let previous: Promise<unknown> = Promise.resolve();
  const finishing = runs.map((run) => {
    const before = previous;
    const finished = executeImportRun(run.importId, { database }, async (active) => {
      active.run = run;
      await before;
      return finishRun(run, { database, clock });
    });
    previous = finished;
    return finished;
  });
  return (await Promise.all(finishing)).flat();
}

/**
 * Finishes an abandoned run. Returns a sentence on the result, or none when another process has
 * taken the run.
 */
async function finishRun(
  run: Run,
  { database, clock }: Pick<Writing, 'database' | 'clock'>,
): Promise<string[]> {
  try {
    if (run.undoes) {
      await executeUndo(run, { database, clock });
      return [`The interrupted undo of an import of ${run.kind} is finished.`];
    }
    const { added, changed } = await write(run, { database, clock });
    return [
      `The interrupted import of ${run.kind} is finished: ${added} added, ${changed} changed.`,
    ];
  } catch (error) {
    return error instanceof RunLost
      ? []
      : [`Couldn't finish the interrupted import of ${run.kind}: ${messageOf(error)}`];
  }
}

async function mergeOf(
  run: Run,
  { columns, rowsRead }: ImportReport,
  { database, clock, gate }: Writing,
  {
    afterPiece,
    ...more
  }: Pick<Merge, 'writes' | 'keep'> & { afterPiece?: () => Promise<void> | void },
): Promise<Merge> {
  return {
    importId: run.importId,
    externalSource: run.externalSource,
    now: clock(),
    today: run.today,
    firstSeenOn:
      run.kind === 'practices' ? await firstSeenDay(database.background, run, rowsRead) : null,
    transact: reportBetweenPieces(
      async (work) => {
        await gate?.(() => showHeartbeat(database.background, run));
        return database.background.transaction().execute(work);
      },
      () => afterPiece?.(),
    ),
    pieceMs: backgroundPieceMs(database),
    takes: run.takes ?? { known: true, new: true },
    entitles: run.entitles ?? false,
    addsRepeats: run.addsRepeats ?? false,
    has: (column) => columns.some(({ usedAs }) => usedAs === column),
    ...more,
  };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
