import type { Dependencies } from '#server/core/dependencies.ts';
import { CannotContinueError, HttpError } from '#server/core/errors.ts';
import type { Job, JobContext } from '#server/core/jobs/job.ts';
import { replaceProvisionalScores } from '#server/scoring/provisional.ts';
import { rescoreReopenedWeeks } from '#server/scoring/reopening/reopening.ts';
import { findFirstMissingScoreDataKind } from '#server/scoring/week-queries.ts';
import { closeCompleteWeeks } from '#server/scoring/weeks.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { uploadProcessingJobName } from '#shared/imports/wizard.ts';
import { RowsChangedSinceImportError } from '../undo/execute.ts';
import { undoPeriodDays } from '../undo/rules.ts';
import { deleteExpiredUndoData } from '../undo/undo-queries.ts';
import { ImportAlreadyUndone, undoImport } from '../undo-import.ts';
import { removeAbandonedFiles, removeUploadFiles } from './files.ts';
import { findNextUndo, finishRequestedUndo } from './run-list-queries.ts';
import { activeUploads, processUpload } from './task.ts';
import {
  deleteUpload,
  findIdleUploadIds,
  findNextUpload,
  findUploadIds,
} from './upload-queries.ts';

/** Checks, imports and undoes all waiting uploads, oldest first, then updates the scores. */
async function work(
  dependencies: Dependencies,
  context: JobContext,
): Promise<Record<string, unknown>> {
  const { database } = dependencies;
  const done = { files: 0, undos: 0 };
  let hasChanged = false;
  for (;;) {
    context.signal.throwIfAborted();
    const upload = await findNextUpload(database.background, [...activeUploads]);
    const undo = upload === undefined ? await findNextUndo(database.background) : undefined;
    if (upload !== undefined) {
      // A worker that was suspended may have lost the job to another worker. `progress` then throws
      // `LeaseLost`, and this worker takes no upload.
      await context.progress(0, 1, upload.file_name);
      if (await processUpload(dependencies, context, upload)) hasChanged = true;
      done.files += 1;
    } else if (undo !== undefined) {
      hasChanged = true;
      await carryOutUndo(dependencies, context, undo);
      done.undos += 1;
    } else if (hasChanged) {
      hasChanged = false;
      await scoreAnew(dependencies, context);
    } else return done;
  }
}

async function carryOutUndo(
  { database, clock, env }: Dependencies,
  context: JobContext,
  asked: NonNullable<Awaited<ReturnType<typeof findNextUndo>>>,
): Promise<void> {
  let error: string | null = null;
  try {
    await undoImport({
      importId: asked.import_id,
      database,
      clock,
      timeZone: env.BUSINESS_TIME_ZONE,
      asked: { leavesChanged: asked.leaves_changed, by: asked.asked_by },
      onProgress: (rows) => context.progress(rows, Math.max(rows, 1), 'undoing'),
    });
  } catch (thrown) {
    if (!(thrown instanceof CannotContinueError)) throw thrown;
    if (!(thrown instanceof ImportAlreadyUndone))
      error =
        thrown instanceof RowsChangedSinceImportError
          ? messageWithKeptRows(thrown)
          : thrown.message;
  }
  await finishRequestedUndo(database.background, asked.import_id, error);
}

const mostNamed = 5;

/**
 * Returns the message of a refused undo followed by the rows that prevent it, because the user may
 * read the message later.
 */
const messageWithKeptRows = ({
  message,
  report: { keptRows },
}: RowsChangedSinceImportError): string =>
  `${message} Rows that prevent the undo: ${keptRows
    .slice(0, mostNamed)
    .map(({ what, why }) => `${what} (${why.toLowerCase()})`)
    .join(
      ', ',
    )}${keptRows.length > mostNamed ? ' and others' : ''}. Request the undo again to undo the other rows.`;

/**
 * Reopens the weeks for which an undo requested it, closes complete weeks and scores the current
 * week.
 */
async function scoreAnew(
  { database, clock }: Dependencies,
  { businessDate, progress, signal }: JobContext,
): Promise<void> {
  const queries = database.background;
  await rescoreReopenedWeeks({ database: queries, businessDate, clock, progress, signal });
  if ((await findFirstMissingScoreDataKind(queries)) === null)
    await closeCompleteWeeks(queries, businessDate, clock, progress, { signal });
  await replaceProvisionalScores(queries, businessDate, clock);
}

const imports: Job = {
  name: uploadProcessingJobName,
  words: {
    title: 'Imports and undos',
    result: {
      files: ['file processed', 'files processed'],
      undos: ['import undone', 'imports undone'],
    },
  },
  run: work,
};

/**
 * Deletes undo data past its retention period, the files of imports that ended long ago, and
 * partially received files.
 */
const retention: Job = {
  name: 'imports.forget',
  words: {
    title: 'Old import files',
    result: {
      imports: ['import can no longer be undone', 'imports can no longer be undone'],
      files: ['file deleted', 'files deleted'],
      abandonedBytes: [
        'byte of partly received files deleted',
        'bytes of partly received files deleted',
      ],
    },
  },
  async run({ database, clock, env }) {
    const before = new Date(clock().getTime() - undoPeriodDays * 86_400_000);
    const uploads = await findIdleUploadIds(database.background, before);
    for (const uploadId of uploads) {
      await removeUploadFiles(env, uploadId);
      await deleteUpload(database.background, uploadId);
    }
    const abandonedBytes = await removeAbandonedFiles(
      env,
      new Set(await findUploadIds(database.background)),
      clock(),
    );
    return {
      imports: await deleteExpiredUndoData(database.background, before),
      files: uploads.length,
      abandonedBytes,
    };
  },
};

export const importJobs: readonly Job[] = [imports, retention];

export const importSchedules: readonly Schedule[] = [
  {
    key: imports.name,
    job: imports.name,
    cron: '*/2 * * * *',
    misfire: 'latest',
    maxLateMinutes: 10,
    text: 'Waiting imports and undos start every two minutes.',
  },
  {
    key: retention.name,
    job: retention.name,
    cron: '20 3 * * *',
    misfire: 'latest',
    maxLateMinutes: null,
    text: 'Daily at 3:20 AM, the files and undo data of imports older than seven days are deleted. Partly received files are deleted too.',
  },
];

/** Starts the job at once. If the start fails, the schedule starts the job within two minutes. */
export async function runImportsJobNow({
  jobs,
  log,
}: Pick<Dependencies, 'jobs' | 'log'>): Promise<void> {
  try {
    await jobs.runNow(imports.name);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    log.warn(
      { err: error },
      'the job for imports could not be started; its schedule starts it within two minutes',
    );
  }
}
