import { DatabaseUnavailable } from '#server/core/db/database.ts';
import { storableJson } from '#server/core/db/storable.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import type { JobContext } from '#server/core/jobs/job.ts';
import { isTransientError } from '#server/core/jobs/transient.ts';
import { LeaseLost } from '#server/core/jobs/worker.ts';
import type { UploadState } from '#shared/imports/wizard.ts';
import { ImportInterrupted } from '../interrupted.ts';
import { NumberFormatUnknownError } from '../reading/columns/number-column.ts';
import { ImportRefused } from '../reading/import-error.ts';
import { cancelRun } from '../runs/run-queries.ts';
import { RowsChangedSinceImportError } from '../undo/execute.ts';
import { ImportAlreadyUndone, undoImport } from '../undo-import.ts';
import { isDiskFull } from './files.ts';
import { ColumnMissingError } from './missing-columns.ts';
import { retainedRowsText } from './rules.ts';
import { findRunListRows } from './run-list-queries.ts';
import {
  changeClaimedUpload,
  claimUpload,
  findLastUploadRun,
  findRequestedPauseOrCancel,
  type UploadRow,
} from './upload-queries.ts';
import { checkUpload, importUpload, type UploadResult } from './upload-work.ts';

/** Ids of the uploads that this process works on. */
export const activeUploads = new Set<string>();

/**
 * Checks, imports or undoes an upload until it is finished or interrupted by a user or the server.
 * Returns `true` when data has changed. Only the worker that most recently took the upload saves
 * its final state.
 */
export async function processUpload(
  dependencies: Dependencies,
  context: JobContext,
  waiting: UploadRow,
): Promise<boolean> {
  const { database, clock } = dependencies;
  activeUploads.add(waiting.upload_id);
  try {
    const row = await claimUpload(database.background, waiting, activeStateOf(waiting), clock());
    return row !== undefined && (await new HeldUpload(dependencies, context, row).carryOut());
  } finally {
    activeUploads.delete(waiting.upload_id);
  }
}

/** Returns the state of an upload while a worker processes it. */
function activeStateOf({ state, wish }: UploadRow): UploadState {
  if (state === 'to_check' || state === 'checking') return 'checking';
  return state === 'cancelling' || wish === 'cancel' ? 'cancelling' : 'importing';
}

/** Final state of an upload. */
interface End {
  state: UploadState;
  told?: Partial<UploadResult>;
  /** Error that is thrown after the final state is saved. */
  fault?: unknown;
}

const failed = (error: string): End => ({ state: 'failed', told: { error } });

/** An upload that this worker holds. */
class HeldUpload {
  readonly #dependencies: Dependencies;
  readonly #context: JobContext;
  readonly #row: UploadRow;
  readonly #isCheck: boolean;

  constructor(dependencies: Dependencies, context: JobContext, row: UploadRow) {
    this.#dependencies = dependencies;
    this.#context = context;
    this.#row = row;
    this.#isCheck = row.state === 'checking';
  }

  async carryOut(): Promise<boolean> {
    if (this.#row.state === 'cancelling' || this.#row.wish === 'cancel')
      return this.#cancelOrWait();
    const end = await this.#work().catch((error: unknown) => this.#endAfter(error));
    if (end === 'lost') return false;
    if (end === 'canceled') return this.#cancelOrWait();
    const hasChanged = await this.#settle(end);
    if (end.fault !== undefined) throw end.fault;
    return hasChanged;
  }

  async #work(): Promise<End> {
    return this.#isCheck
      ? { state: 'checked', told: await checkUpload(this.#dependencies, this.#context, this.#row) }
      : { state: 'done', told: await importUpload(this.#dependencies, this.#context, this.#row) };
  }

  async #endAfter(error: unknown): Promise<End | 'lost' | 'canceled'> {
    if (error instanceof ImportInterrupted) {
      if (error.why === 'lost' || error.why === 'canceled') return error.why;
      if (error.why === 'paused') return { state: 'paused' };
      throw this.#context.signal.reason;
    }
    // Another worker has taken the job and saves the final state.
    if (error instanceof LeaseLost) throw error;
    if (error instanceof NumberFormatUnknownError || error instanceof ColumnMissingError)
      return { state: 'failed', told: { error: error.reason, question: error.question } };
    if (error instanceof ImportRefused) return failed(error.reason);
    if (error instanceof CannotContinueError) return failed(error.message);
    if (isTransientError(error)) {
      await this.#waits(
        error instanceof DatabaseUnavailable ? error.message : 'The database did not answer.',
      );
      throw error;
    }
    const why = isDiskFull(error)
      ? 'The server has no disk space left. Nothing was written. Free some space and import the file again.'
      : 'The import stopped because of a server error; see the server log. You can undo its changes under Imports.';
    return { ...failed(why), fault: error };
  }

  /**
   * Saves the final state of the upload and returns `true` when data has changed. A cancellation
   * requested in the meantime takes precedence over every other final state.
   */
  async #settle({ state, told: { report, question, ...told } = {} }: End): Promise<boolean> {
    const change = {
      state,
      ...told,
      ...(report === undefined ? {} : { report: JSON.stringify(report) }),
      ...(question === undefined
        ? {}
        : { question: question === null ? null : storableJson(question) }),
    };
    if (await this.#change(change)) return state === 'done';
    const isCanceled =
      (await findRequestedPauseOrCancel(this.#dependencies.database.background, this.#row)) ===
      'cancel';
    return isCanceled && this.#cancelOrWait();
  }

  #change(
    change: Parameters<typeof changeClaimedUpload>[2],
    settlement: Parameters<typeof changeClaimedUpload>[4] = {},
  ): Promise<boolean> {
    const { database, clock } = this.#dependencies;
    return changeClaimedUpload(database.background, this.#row, change, clock(), settlement);
  }

  async #cancelOrWait(): Promise<boolean> {
    try {
      return await this.#cancel();
    } catch (error) {
      if (error instanceof LeaseLost || this.#context.signal.aborted) throw error;
      // The upload stays in the state `cancelling`, and the next run of the job continues the
      // cancellation.
      await this.#waits(
        isTransientError(error)
          ? 'The database did not answer.'
          : 'Couldn’t cancel the import because of a server error; see the server log.',
      );
      throw error;
    }
  }

  /**
   * Undoes the rows that the import wrote. After an interruption, the next run of the job continues
   * the undo.
   */
  async #cancel(): Promise<boolean> {
    if (this.#isCheck) {
      await this.#change({ state: 'uploaded', error: null }, { isCancel: true });
      return false;
    }
    if (!(await this.#change({ state: 'cancelling', error: null }, { goesOn: true }))) return false;
    const error = await undoWrittenRows(this.#dependencies, this.#context, this.#row);
    return this.#change({ state: 'cancelled', error }, { isCancel: true });
  }

  /**
   * Saves the reason why the work is waiting; the job retries the work later. If the reason cannot
   * be saved, the page continues to show the work as active.
   */
  async #waits(why: string): Promise<void> {
    await this.#change(
      { error: `${why} It resumes by itself a few minutes after the problem is solved.` },
      { goesOn: true },
    ).catch((error: unknown) =>
      this.#dependencies.log.warn({ err: error }, "Couldn't save the reason the import is waiting"),
    );
  }
}

/**
 * Ends the run of a canceled upload and undoes the rows that it wrote. Returns a text with the
 * number of kept rows and the reason; `null` when all rows were undone.
 */
async function undoWrittenRows(
  { database, clock, env }: Dependencies,
  context: JobContext,
  row: UploadRow,
): Promise<string | null> {
  const importId = await findLastUploadRun(database.background, row.upload_id);
  if (importId === null) return null;
  const run = await cancelRun(database.background, importId, clock());
  if (run?.writing !== true) return null;
  await context.progress(0, 1, 'undoing written rows');
  try {
    const report = await undoImport({
      importId,
      database,
      clock,
      timeZone: env.BUSINESS_TIME_ZONE,
      asked: { leavesChanged: true, by: row.made_by },
      onProgress: (rows) => context.progress(rows, Math.max(rows, 1), 'undoing written rows'),
    });
    return retainedRowsText(report);
  } catch (error) {
    if (error instanceof RowsChangedSinceImportError) return retainedRowsText(error.report);
    if (error instanceof ImportAlreadyUndone) {
      const [undone] = await findRunListRows(database.background, clock(), importId);
      return retainedRowsText(undone?.undoReport ?? null);
    }
    if (error instanceof CannotContinueError) return error.message;
    throw error;
  }
}
