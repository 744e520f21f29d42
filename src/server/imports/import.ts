import { randomUUID } from 'node:crypto';
import { dayIn } from '#shared/core/dates.ts';
import { errorMessage } from '#shared/core/error-message.ts';
import type { ImportReport } from '#shared/imports/report.ts';
import { finishAbandonedImports, waitForWriteTurn } from './finish.ts';
import { ImportInterrupted } from './interrupted.ts';
import type { MergeRowFilter } from './merging/merge.ts';
import { summarizeStagedOwners } from './merging/owners-queries.ts';
import { requireValidMapping } from './reading/header/known-headers.ts';
import { ImportRefused } from './reading/import-error.ts';
import { type ReadingOptions, readFileToStaging } from './reading/reading.ts';
import { type ActiveImportRun, executeImportRun } from './runs/active-runs.ts';
import {
  beginRun,
  failRun,
  hasDemo,
  type ImportRunClaim,
  updateRunHeartbeat,
} from './runs/run-queries.ts';
import { findSavedValueMap } from './runs/saved-values-queries.ts';
import { type ImportWriteOptions, previewStagedChangeCounts, writeStagedRows } from './write.ts';

const besideDemo =
  "This database holds the demo, which can't be mixed with your own practices. Set another DATA_DIR or DATABASE_URL, or remove the demo: npm run demo -- --remove";

export interface ImportOptions extends ReadingOptions, ImportWriteOptions {
  /** Origin of the data: a file name or the name of an API key. */
  source: string;
  dryRun?: boolean;
  /** Rows to import; all rows when omitted. */
  takes?: MergeRowFilter | undefined;
  /**
   * `true` adds an entitlement for each product that a customer uses but never had an entitlement
   * for.
   */
  entitles?: boolean;
  /** Called with the id of the run before the file is read. */
  onBegin?: (importId: string) => Promise<void>;
}

/**
 * Imports the usable rows of a CSV file. If the process dies while reading, nothing is imported. If
 * it dies while writing, the next start or import finishes the run. Throws `ImportRefused` when the
 * file cannot be used.
 */
export async function importCsv(options: ImportOptions): Promise<ImportReport> {
  const { kind, externalSource, database, clock } = options;
  requireValidMapping(kind, options.mapping ?? {});
  const values =
    options.values ?? (await findSavedValueMap(database.background, kind, externalSource));
  if (kind === 'practices' && options.dryRun !== true && (await hasDemo(database.background)))
    throw new ImportRefused(besideDemo);
  await finishAbandonedImports(database, clock);
  const run: ImportRunClaim = {
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
    return carryOut(run, active, { ...options, values });
  });
}

async function carryOut(
  run: ImportRunClaim,
  active: ActiveImportRun,
  options: ImportOptions,
): Promise<ImportReport> {
  const { database, clock } = options;
  let report: ImportReport;
  try {
    report = await read(run, active, options);
    if (run.kind === 'practices') report = { ...report, ...(await ownersOf(run, options)) };
    if (options.dryRun === true) return await previewStagedChangeCounts(run, report, options);
    await waitForWriteTurn(run, database, clock, report, options.gate);
  } catch (error) {
    const isShown = !(error instanceof ImportInterrupted) || error.why === 'canceled';
    await failRun(database.background, run, errorMessage(error), clock(), isShown);
    throw error;
  }
  return writeStagedRows(run, options, report);
}

async function ownersOf(
  run: ImportRunClaim,
  { database }: ImportOptions,
): Promise<Pick<ImportReport, 'owners'>> {
  const owners = await summarizeStagedOwners(database.background, run);
  return owners.length === 0 ? {} : { owners };
}

async function read(
  run: ImportRunClaim,
  active: ActiveImportRun,
  options: ImportOptions,
): Promise<ImportReport> {
  active.beginReading();
  const watched: ImportOptions = {
    ...options,
    onProgress: (bytes) => {
      active.progressed();
      options.onProgress?.(bytes);
    },
  };
  try {
    return await readFileToStaging(watched, run.importId, run.today, async () => {
      active.progressed();
      active.throwIfLost();
      await options.gate?.(async () => {
        active.progressed();
        await updateRunHeartbeat(options.database.background, run);
      });
    });
  } finally {
    active.endReading();
  }
}
