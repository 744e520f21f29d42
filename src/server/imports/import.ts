import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/core/db/database.ts';
import { besideRequests, toldBetween } from '#server/core/db/pieces.ts';
import type { Clock } from '#server/core/dependencies.ts';
import { isTransient } from '#server/core/jobs/transient.ts';
import { importRows } from '#server/core/telemetry/instruments.ts';
import { practicesChanged } from '#server/institutions/queries.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { ImportReport } from '#shared/imports/report.ts';
import type { Merge, MergeCounts, Takes } from './merging/merge.ts';
import { merges, writtenTables } from './merging/merges.ts';
import { settleStaged } from './merging/settle-staged.ts';
import { practiceNotes } from './practices/practice-notes.ts';
import { checkMapping } from './reading/header.ts';
import { ImportRefused } from './reading/import-error.ts';
import { type ReadingOptions, readToStaging } from './reading/reading.ts';
import {
  analyzeGrown,
  analyzeStaging,
  beginRun,
  clearStaging,
  closeAbandonedRuns,
  failRun,
  firstSeenDay,
  holdsDemo,
  pauseRun,
  type Run,
  RunLost,
  saveReport,
  showLife,
  storedReport,
  succeedRun,
  takePausedRun,
  takeTurnToWrite,
} from './runs/run-queries.ts';
import { underWay } from './runs/under-way.ts';
import { carryOutUndo } from './undo/carry-out.ts';

const besideDemo =
  'This database holds the demo, which does not mix with your own practices. Take it away with npm run demo -- --remove, or set another DATA_DIR or DATABASE_URL.';
const rowOutcomes = ['added', 'changed', 'unchanged', 'superseded', 'skipped', 'rejected'] as const;
const turnPauseMs = 200;
const lifeMs = 1_000;
const writeAttempts = 3;

export interface ImportOptions extends ReadingOptions {
  /** Where it comes from, for the record: a file's name or an API key's. */
  source: string;
  dryRun?: boolean;
  clock: Clock;
  /** Which rows are taken; left out: all. */
  takes?: Takes | undefined;
  /** Whether products that customers use, and of which nothing is known, are ones that they may use. */
  entitles?: boolean;
  /** Told the run's id before anything is read. */
  onBegin?: (importId: string) => Promise<void>;
  /** Told how many of the rows that were read are written. */
  onWritten?: (rows: number, of: number) => Promise<void> | void;
  /** Asked before each bundle that is read and each piece that is written: it waits, or throws to break the import off. */
  gate?: Gate;
}

/** It may take its time, and shows meanwhile that the run is alive. */
export type Gate = (showLife: () => Promise<void>) => Promise<void>;

/** Breaks an import off so that what it has begun to write is gone on with: by the next start or another process, or once it is told to. */
export class Interrupted extends Error {
  readonly isPaused: boolean;

  constructor(isPaused: boolean) {
    super(isPaused ? 'Paused.' : 'The server stopped.');
    this.isPaused = isPaused;
  }
}

/**
 * Reads a CSV into the database: everything that is usable. A process that dies while it reads leaves nothing; what it has begun
 * to write is finished at the next start or import. Throws ImportRefused when the file as a whole cannot be used.
 */
export async function importCsv(options: ImportOptions): Promise<ImportReport> {
  const { kind, externalSource, database, clock } = options;
  checkMapping(kind, options.mapping ?? {});
  if (kind === 'practices' && options.dryRun !== true && (await holdsDemo(database.background))) throw new ImportRefused(besideDemo);
  await finishAbandonedImports(database, clock);
  const run: Run = {
    importId: randomUUID(),
    kind,
    externalSource,
    today: dayIn(options.timeZone, clock()),
    fence: 0,
    takes: options.takes ?? null,
    entitles: options.entitles ?? false,
  };
  underWay.add(run.importId);
  try {
    await beginRun(database.background, run, options.source, clock(), { isShown: options.dryRun !== true });
    await options.onBegin?.(run.importId);
    return await carryOut(run, options);
  } finally {
    underWay.delete(run.importId);
  }
}

async function carryOut(run: Run, options: ImportOptions): Promise<ImportReport> {
  const { database, clock } = options;
  const life = () => showLife(database.background, run, clock());
  let shownAt = performance.now();
  let report: ImportReport;
  try {
    report = await readToStaging(options, run.importId, run.today, async () => {
      // Each time waits for the disk.
      if (performance.now() - shownAt > lifeMs) {
        await life();
        shownAt = performance.now();
      }
      await options.gate?.(life);
    });
    if (options.dryRun === true) return await countOnly(run, report, options);
    await waitForTurn(run, database, clock, report, options.gate);
  } catch (error) {
    await failRun(database.background, run, messageOf(error), clock(), !(error instanceof Interrupted));
    throw error;
  }
  return write(run, options, report);
}

/** One run writes at a time. */
export async function waitForTurn(run: Run, database: Database, clock: Clock, report: ImportReport | null, gate?: Gate): Promise<void> {
  while (!(await takeTurnToWrite(database.background, run, report, clock()))) {
    await pause(turnPauseMs);
    await gate?.(() => showLife(database.background, run, clock()));
    await finishAbandonedImports(database, clock);
  }
}

/** What writing needs; nobody watches a run that was broken off. */
type Writing = Pick<ImportOptions, 'database' | 'clock' | 'gate' | 'onWritten'>;

/** What would become of the rows. It goes without the turn to write. */
async function countOnly(run: Run, report: ImportReport, options: ImportOptions): Promise<ImportReport> {
  const { database, clock } = options;
  let counted = report;
  await analyzeStaging(database.background, run.kind, report.rowsRead);
  if (run.kind === 'practices') await settleStaged(database.background, run);
  await merges[run.kind](
    await mergeOf(run, report, options, {
      writes: false,
      keep: async (transaction, counts) => {
        counted = withCounts(counted, counts);
        await showLife(transaction, run, clock());
      },
    }),
  );
  await failRun(database.background, run, 'A dry run: nothing was written.', clock());
  return counted;
}

/**
 * Writes what is staged; a run that was broken off has no fresh report and goes on where it was. A fault that passes by itself is waited out; any other ends the run, with
 * the pieces that were written before it.
 */
async function write(run: Run, options: Writing, fresh?: ImportReport): Promise<ImportReport> {
  const { database, clock } = options;
  for (let attempt = 1; ; attempt += 1)
    try {
      return await writeOnce(run, options, (attempt === 1 && fresh) || (await storedReport(database.background, run)));
    } catch (error) {
      if (error instanceof Interrupted && error.isPaused) await pauseRun(database.background, run, clock());
      if (error instanceof RunLost || error instanceof Interrupted) throw error;
      if (!isTransient(error)) {
        await failRun(database.background, run, `It stopped while it wrote, with part of its rows written: ${messageOf(error)}`, clock());
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
        await saveReport(transaction, run, report, clock());
      },
    }),
  );
  const written = report.added + report.changed;
  // Without them the first readers' plans would be those of empty tables.
  await analyzeGrown(database.background, writtenTables[run.kind], written);
  await database.background.transaction().execute(async (transaction) => {
    await succeedRun(transaction, run, clock());
    if ((run.kind !== 'usage' || run.entitles) && written > 0) await practicesChanged(transaction);
  });
  await clearStaging(database.background, run);
  for (const outcome of rowOutcomes) importRows.inc({ kind: run.kind, outcome }, report[outcome]);
  return report;
}

/** Goes on with a run that was paused while it wrote; undefined when it is not paused any more. */
export async function goOnWithPaused(importId: string, options: Writing): Promise<ImportReport | undefined> {
  const { database, clock } = options;
  if (underWay.has(importId)) return undefined;
  // Before it is taken, or it would be found abandoned in between.
  underWay.add(importId);
  try {
    const run = await takePausedRun(database.background, importId, clock());
    return run === undefined ? undefined : await write(run, options);
  } finally {
    underWay.delete(importId);
  }
}

/** Finishes what processes that died had begun to write; answers a sentence on each of these imports. */
export async function finishAbandonedImports(database: Database, clock: Clock): Promise<string[]> {
  const alone = database.isAlone;
  const runs = await closeAbandonedRuns(database.background, { except: [...underWay], alone, now: clock() });
  // All of them at once: one that waits for its turn here is not to be found abandoned again.
  for (const { importId } of runs) underWay.add(importId);
  const told: string[] = [];
  for (const run of runs) {
    try {
      if (run.undoes) {
        await carryOutUndo(run, { database, clock });
        told.push(`The undo of an import of ${run.kind} that was broken off is finished.`);
        continue;
      }
      const { added, changed } = await write(run, { database, clock });
      told.push(`An import of ${run.kind} that was broken off is finished: ${added} added, ${changed} changed.`);
    } catch (error) {
      if (!(error instanceof RunLost)) told.push(`An import of ${run.kind} that was broken off could not be finished: ${messageOf(error)}`);
    } finally {
      underWay.delete(run.importId);
    }
  }
  return told;
}

async function mergeOf(
  run: Run,
  { columns, rowsRead }: ImportReport,
  { database, clock, gate }: Writing,
  { afterPiece, ...more }: Pick<Merge, 'writes' | 'keep'> & { afterPiece?: () => Promise<void> | void },
): Promise<Merge> {
  return {
    importId: run.importId,
    externalSource: run.externalSource,
    now: clock(),
    today: run.today,
    firstSeenOn: run.kind === 'practices' ? await firstSeenDay(database.background, run, rowsRead) : null,
    transact: toldBetween(
      async (work) => {
        await gate?.(() => showLife(database.background, run, clock()));
        return database.background.transaction().execute(work);
      },
      () => afterPiece?.(),
    ),
    pieceMs: besideRequests(database),
    takes: run.takes ?? { known: true, new: true },
    entitles: run.entitles ?? false,
    has: (column) => columns.some(({ usedAs }) => usedAs === column),
    ...more,
  };
}

function withCounts(report: ImportReport, { practices = { undated: 0, newcomers: 0, moved: 0 }, ...counts }: MergeCounts): ImportReport {
  const told = {
    undated: report.undated + practices.undated,
    newcomers: report.newcomers + practices.newcomers,
    moved: report.moved + practices.moved,
  };
  return {
    ...report,
    ...told,
    added: report.added + counts.added,
    changed: report.changed + counts.changed,
    unchanged: report.unchanged + counts.unchanged,
    superseded: report.superseded + counts.superseded,
    skipped: report.skipped + (counts.skipped ?? 0),
    notes: practiceNotes(told),
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
