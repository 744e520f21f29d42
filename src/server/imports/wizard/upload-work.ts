import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Dependencies } from '#server/core/dependencies.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import type { JobContext } from '#server/core/jobs/job.ts';
import { connectedCrmName } from '#server/crm/choose-crm.ts';
import { capitalize } from '#shared/core/words.ts';
import type { ImportReport, RepeatedUsageRows } from '#shared/imports/report.ts';
import type { ImportPlan } from '#shared/imports/wizard.ts';
import { finishAbandonedImports, resumePausedImport } from '../finish.ts';
import { type ImportOptions, importCsv } from '../import.ts';
import { ImportInterrupted, type WaitWhileImportPaused } from '../interrupted.ts';
import { buildMappingFromColumnUses } from '../reading/header/uses.ts';
import { ImportRefused } from '../reading/import-error.ts';
import { RepeatedRowsUndecided } from '../reading/usage-rows.ts';
import { RejectsFile } from '../rejects-file.ts';
import { hasDemo, ImportRunLost } from '../runs/run-queries.ts';
import { readUpload, rejectsPath } from './files.ts';
import { readFileFirstRows } from './head.ts';
import { requireIdAndName } from './missing-columns.ts';
import { findRunListRows } from './run-list-queries.ts';
import {
  findLastUploadRun,
  findRequestedPauseOrCancel,
  saveRememberedColumnUses,
  saveRunOfUpload,
  type UploadRow,
} from './upload-queries.ts';

/** Fields of an upload that hold its result for the user. */
export type UploadResult = Pick<
  UploadRow,
  'report' | 'warning' | 'error' | 'question' | 'rejects_left_out'
>;
const lookMs = 500;
const besideDemo =
  "This database holds the demo, which can't be mixed with your own practices. Remove the demo first: npm run demo -- --remove.";

function planOf({ plan }: UploadRow): ImportPlan {
  if (plan === null) throw new ImportRefused('Choose the type of data first.');
  return plan;
}

/** Returns the options for importing an upload. */
async function optionsOf(
  dependencies: Dependencies,
  context: JobContext,
  row: UploadRow,
): Promise<ImportOptions> {
  const { database, clock, env } = dependencies;
  const { kind, externalSource, uses, dates, numbers, repeats, takes, entitles, values } =
    planOf(row);
  const { header } = await readFileFirstRows(kind, readUpload(env, row));
  return {
    kind,
    externalSource,
    ...buildMappingFromColumnUses(kind, header, uses),
    values: values ?? {},
    dates: dates ?? undefined,
    numbers: numbers ?? undefined,
    repeats,
    takes,
    entitles,
    accept: true,
    input: readUpload(env, row),
    source: `file ${row.file_name}`,
    database,
    clock,
    timeZone: env.BUSINESS_TIME_ZONE,
    connectedCrm: connectedCrmName(env),
    gate: checkpointOf(dependencies, context, row),
    // When the job is lost, the progress update fails and the signal ends the run. The failure is
    // therefore ignored here.
    onProgress: (bytes) =>
      void context
        .progress(Math.min(bytes, row.bytes), row.bytes, 'reading')
        .catch(() => undefined),
    onWritten: onWrittenIn(context),
  };
}

/**
 * Returns a checkpoint for the import. The checkpoint regularly reads the user's requested action
 * and checks that this worker still holds the upload. It throws `ImportInterrupted` to end the
 * import.
 */
function checkpointOf(
  { database }: Dependencies,
  { signal }: JobContext,
  row: UploadRow,
): WaitWhileImportPaused {
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (signal.aborted) throw new ImportInterrupted('stopped');
    if (performance.now() - lookedAt < lookMs) return;
    lookedAt = performance.now();
    const action = await findRequestedPauseOrCancel(database.background, row);
    if (action === undefined) throw new ImportInterrupted('lost');
    if (action === 'cancel') throw new ImportInterrupted('canceled');
    if (action === 'pause') throw new ImportInterrupted('paused');
  };
}

/** Checks an upload: reads the whole file and counts the changes without writing. */
export async function checkUpload(
  dependencies: Dependencies,
  context: JobContext,
  row: UploadRow,
): Promise<UploadResult> {
  const { database } = dependencies;
  if (planOf(row).kind === 'practices' && (await hasDemo(database.background)))
    throw new ImportRefused(besideDemo);
  await requireIdAndName(planOf(row), readUpload(dependencies.env, row));
  let warning: string | null = null;
  let question: RepeatedUsageRows | null = null;
  const found = await withRejects(dependencies, row, async (rejects) =>
    importCsv({
      ...(await optionsOf(dependencies, context, row)),
      ...rejects,
      dryRun: true,
      onDoubt: (doubt) => {
        const reason = capitalize(doubt.reason.replace(/^Nothing was imported: /, ''));
        warning = warning === null ? reason : `${warning}\n\n${reason}`;
        if (doubt instanceof RepeatedRowsUndecided) question = doubt.question;
      },
    }),
  );
  await saveRememberedColumnUses(database.background, planOf(row), dependencies.clock());
  return { ...found, warning, error: null, question };
}

/** Imports an upload, or continues the run of an earlier attempt. */
export async function importUpload(
  dependencies: Dependencies,
  context: JobContext,
  row: UploadRow,
): Promise<Partial<UploadResult>> {
  const { database } = dependencies;
  for (;;)
    try {
      const earlier = await earlierRun(dependencies, context, row);
      if (earlier !== undefined) return { report: earlier };
      return await withRejects(dependencies, row, async (rejects) =>
        importCsv({
          ...(await optionsOf(dependencies, context, row)),
          ...rejects,
          onBegin: async (begun) => {
            if (!(await saveRunOfUpload(database.background, row, begun)))
              throw new ImportInterrupted('lost');
          },
        }),
      );
    } catch (error) {
      // Another process took over the run as abandoned, for example while this process was
      // suspended. The loop then waits for the result of that process.
      if (!(error instanceof ImportRunLost)) throw error;
    }
}

/**
 * Waits for the run of an earlier attempt and returns its report; `undefined` when the file must be
 * read again from the beginning.
 */
async function earlierRun(
  dependencies: Dependencies,
  context: JobContext,
  row: UploadRow,
): Promise<ImportReport | undefined> {
  const { database, clock } = dependencies;
  const importId = await findLastUploadRun(database.background, row.upload_id);
  if (importId === null) return undefined;
  const gate = checkpointOf(dependencies, context, row);
  const goneOn = await resumePausedImport(importId, {
    database,
    clock,
    gate,
    onWritten: onWrittenIn(context),
  });
  if (goneOn !== undefined) return goneOn;
  for (;;) {
    const [run] = await findRunListRows(database.background, clock(), importId);
    if (run === undefined || (run.state === 'failed' && !run.writing)) return undefined;
    if (run.state === 'succeeded' && run.report !== null) return run.report;
    if (run.state === 'failed')
      throw new CannotContinueError(run.error ?? 'The import stopped while writing.');
    // Another process may finish the run. Otherwise, this process finishes the run as soon as the
    // run counts as abandoned.
    await gate(async () => undefined);
    await finishAbandonedImports(database, clock);
    await pause(lookMs);
  }
}

const onWrittenIn = (context: JobContext) => (rows: number, of: number) =>
  context.progress(rows, of, 'writing');

/**
 * Saves unusable cells in a rejects file next to the uploaded file. The rejects file is complete
 * before the import writes.
 */
async function withRejects(
  { env }: Dependencies,
  { upload_id }: UploadRow,
  work: (options: Pick<ImportOptions, 'onLeftOut' | 'onRead'>) => Promise<ImportReport>,
): Promise<Pick<UploadResult, 'report' | 'rejects_left_out'>> {
  const path = rejectsPath(env, upload_id);
  await rm(path, { force: true });
  const rejects = new RejectsFile(path);
  try {
    const report = await work({
      onLeftOut: (cells) => rejects.add(cells),
      onRead: () => rejects.close(),
    });
    return { report, rejects_left_out: rejects.rowsLeftOut };
  } finally {
    await rejects.close();
  }
}
