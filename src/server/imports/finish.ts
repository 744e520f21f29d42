import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database } from '#server/core/db/database.ts';
import { errorMessage } from '#shared/core/error-message.ts';
import type { ImportReport } from '#shared/imports/report.ts';
import type { WaitWhileImportPaused } from './interrupted.ts';
import { renewNaturalKeys } from './merging/renew-natural-keys.ts';
import { endAbandonedRuns } from './runs/abandoned-queries.ts';
import { activeImportRuns, executeImportRun, failStalledRuns } from './runs/active-runs.ts';
import {
  type ImportRunClaim,
  ImportRunLost,
  takePausedRun,
  tryTakeWriteTurn,
  updateRunHeartbeat,
} from './runs/run-queries.ts';
import { executeUndo } from './undo/execute.ts';
import { type ImportWriteOptions, writeStagedRows, writeTurnRetryMs } from './write.ts';

/** Waits until the run gets the turn to write. Only one run writes at a time. */
export async function waitForWriteTurn(
  run: ImportRunClaim,
  database: Database,
  clock: Clock,
  report: ImportReport | null,
  gate?: WaitWhileImportPaused,
): Promise<void> {
  while (!(await tryTakeWriteTurn(database.background, run, report))) {
    await pause(writeTurnRetryMs);
    await gate?.(() => updateRunHeartbeat(database.background, run));
    await finishAbandonedImports(database, clock);
  }
}

/**
 * Resumes a run that was paused while writing. Returns `undefined` when the run is no longer
 * paused.
 */
export async function resumePausedImport(
  importId: string,
  options: ImportWriteOptions,
): Promise<ImportReport | undefined> {
  if (activeImportRuns.has(importId)) return undefined;
  return executeImportRun(importId, options, async (active) => {
    active.run = await takePausedRun(options.database.background, importId);
    return active.run === undefined ? undefined : writeStagedRows(active.run, options);
  });
}

/** Finishes the runs that dead processes left while writing. Returns a sentence on each run. */
export async function finishAbandonedImports(database: Database, clock: Clock): Promise<string[]> {
  // Renews the natural keys first, because rows are matched by these keys. If an upgrade
  // interrupted an import, the staged rows still have keys of the earlier rules.
  await renewNaturalKeys(database.background);
  await failStalledRuns({ database, clock });
  const alone = database.isAlone;
  const runs = await endAbandonedRuns(database.background, {
    except: [...activeImportRuns.keys()],
    alone,
    now: clock(),
  });
  // All runs are marked as active at once. Otherwise a run that waits for its turn here would count
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
 * Finishes an abandoned run and returns a sentence on the result. Returns an empty list when
 * another process has taken the run.
 */
async function finishRun(
  run: ImportRunClaim,
  { database, clock }: Pick<ImportWriteOptions, 'database' | 'clock'>,
): Promise<string[]> {
  try {
    if (run.undoes) {
      await executeUndo(run, { database, clock });
      return [`The undo of an import (${run.kind}) was interrupted. It is now finished.`];
    }
    const { added, changed } = await writeStagedRows(run, { database, clock });
    return [
      `An import of ${run.kind} was interrupted. It is now finished: ${added} added, ${changed} changed.`,
    ];
  } catch (error) {
    return error instanceof ImportRunLost
      ? []
      : [`Couldn't finish the interrupted import of ${run.kind}: ${errorMessage(error)}`];
  }
}
