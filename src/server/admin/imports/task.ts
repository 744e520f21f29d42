import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable } from '#server/core/db/database.ts';
import { storableJson } from '#server/core/db/storable.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { Refusal } from '#server/core/errors.ts';
import type { JobContext } from '#server/core/jobs/jobs.ts';
import { isTransient } from '#server/core/jobs/transient.ts';
import { finishAbandonedImports, type Gate, goOnWithPaused, type ImportOptions, Interrupted, importCsv } from '#server/imports/import.ts';
import { ImportRefused } from '#server/imports/reading/import-error.ts';
import { NumberFormatUnknown } from '#server/imports/reading/number-column.ts';
import { mappingOf } from '#server/imports/reading/uses.ts';
import { holdsDemo } from '#server/imports/runs/run-queries.ts';
import { undoImport } from '#server/imports/undo/undo.ts';
import type { ImportPlan, UploadState } from '#shared/admin/imports/wizard.ts';
import type { ImportReport } from '#shared/imports/report.ts';
import { rejectsFile } from '../commands/import-file.ts';
import { isDiskFull, readUpload, rejectsOf } from './files.ts';
import { readHead } from './head.ts';
import { runListRows } from './run-list-queries.ts';
import { changeUpload, rememberUses, type UploadRow, wishOf } from './upload-queries.ts';

/** A person has cancelled it. */
class Cancelled extends Refusal {
  constructor() {
    super('Cancelled.');
  }
}

type Told = Pick<UploadRow, 'report' | 'warning' | 'error' | 'question'>;
const lookMs = 500;
const besideDemo =
  'This database holds the demo, which does not mix with your own practices. Take the demo away first: npm run demo -- --remove.';

/** Checks an upload, or imports it, to its end or until a person or the server breaks it off. Answers whether there is new data. */
export async function carryOutUpload(dependencies: Dependencies, context: JobContext, row: UploadRow): Promise<boolean> {
  const isCheck = row.state === 'to_check' || row.state === 'checking';
  const settle = async (state: UploadState, told: Partial<Told> = {}) => {
    await settleUpload(dependencies, row, state, told);
    return state === 'done' || state === 'cancelled';
  };
  const underWay = isCheck ? 'checking' : 'importing';
  await settleUpload(dependencies, row, underWay, { error: null }, true);
  /** The job takes it up again. Where not even this can be written, the page goes on showing it as under way. */
  const waits = (why: string) =>
    settleUpload(dependencies, row, underWay, { error: `${why} It goes on by itself within some minutes after that.` }, true).catch(
      (error: unknown) => dependencies.log.warn({ err: error }, 'Why an import waits could not be kept'),
    );
  try {
    if (isCheck) return await settle('checked', await check(dependencies, context, row));
    return await settle('done', { report: await load(dependencies, context, row) });
  } catch (error) {
    if (error instanceof Interrupted && error.isPaused) return settle('paused');
    if (error instanceof Interrupted) throw context.signal.reason;
    if (error instanceof Cancelled) return settle(isCheck ? 'uploaded' : 'cancelled', { error: null });
    if (error instanceof NumberFormatUnknown) return settle('failed', { error: error.reason, question: error.question });
    if (error instanceof ImportRefused) return settle('failed', { error: error.reason });
    if (error instanceof Refusal) return settle('failed', { error: error.message });
    if (isTransient(error)) await waits(error instanceof DatabaseUnavailable ? error.message : 'The database did not answer.');
    else if (isDiskFull(error))
      await settle('failed', {
        error: 'The server has no disk space left. Nothing was written: import the file again when there is room.',
      });
    else
      await settle('failed', {
        error: 'It stopped by a fault of the server, which its log tells. What was written is listed under imports, and can be undone.',
      });
    throw error;
  }
}

async function settleUpload(
  { database, clock }: Dependencies,
  { upload_id }: UploadRow,
  state: UploadState,
  { report, question, ...told }: Partial<Told>,
  keepsWish = false,
) {
  await changeUpload(
    database.background,
    { uploadId: upload_id, states: ['to_check', 'checking', 'to_import', 'importing', 'paused'] },
    {
      state,
      ...told,
      ...(report === undefined ? {} : { report: JSON.stringify(report) }),
      ...(question === undefined ? {} : { question: question === null ? null : storableJson(question) }),
      ...(keepsWish ? {} : { wish: null }),
    },
    clock(),
  );
}

function planOf({ plan }: UploadRow): ImportPlan {
  if (plan === null) throw new ImportRefused('Say first what the file is.');
  return plan;
}

/** Everything about how a file is read. */
async function optionsOf(dependencies: Dependencies, context: JobContext, row: UploadRow): Promise<ImportOptions> {
  const { database, clock, env } = dependencies;
  const { kind, externalSource, uses, dates, numbers, takes, entitles } = planOf(row);
  const { header } = await readHead(kind, readUpload(env, row.upload_id));
  return {
    kind,
    externalSource,
    ...mappingOf(kind, header, uses),
    dates: dates ?? undefined,
    numbers: numbers ?? undefined,
    takes,
    entitles,
    accept: true,
    input: readUpload(env, row.upload_id),
    source: `file ${row.file_name}`,
    database,
    clock,
    timeZone: env.BUSINESS_TIME_ZONE,
    gate: gateOf(dependencies, context, row),
    // A run that has lost its turn is told so by its signal.
    onProgress: (bytes) => void context.progress(Math.min(bytes, row.bytes), row.bytes, 'reading').catch(() => undefined),
    onWritten: (rows, of) => context.progress(rows, of, 'writing'),
  };
}

/** Looks now and then what a person wants. */
function gateOf({ database }: Dependencies, { signal }: JobContext, { upload_id }: UploadRow): Gate {
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (signal.aborted) throw new Interrupted(false);
    if (performance.now() - lookedAt < lookMs) return;
    lookedAt = performance.now();
    const wish = await wishOf(database.background, upload_id);
    if (wish === 'cancel') throw new Cancelled();
    if (wish === 'pause') throw new Interrupted(true);
  };
}

async function check(dependencies: Dependencies, context: JobContext, row: UploadRow): Promise<Told> {
  const { database } = dependencies;
  if (planOf(row).kind === 'practices' && (await holdsDemo(database.background))) throw new ImportRefused(besideDemo);
  let warning: string | null = null;
  const report = await withRejects(dependencies, row, async (onLeftOut) =>
    importCsv({
      ...(await optionsOf(dependencies, context, row)),
      dryRun: true,
      onLeftOut,
      onUnusable: (reason) => {
        warning = reason.replace(/^Nothing was imported: /, '');
      },
    }),
  );
  await rememberUses(database.background, planOf(row), dependencies.clock());
  return { report, warning, error: null, question: null };
}

async function load(dependencies: Dependencies, context: JobContext, row: UploadRow): Promise<ImportReport> {
  const { database, clock, env } = dependencies;
  let importId = row.import_id ?? undefined;
  try {
    const earlier = await earlierRun(dependencies, context, row);
    if (earlier !== undefined) return earlier;
    return await withRejects(dependencies, row, async (onLeftOut) =>
      importCsv({
        ...(await optionsOf(dependencies, context, row)),
        onLeftOut,
        onBegin: async (begun) => {
          importId = begun;
          await database.background.updateTable('import_upload').set({ import_id: begun }).where('upload_id', '=', row.upload_id).execute();
        },
      }),
    );
  } catch (error) {
    if (error instanceof Cancelled) await takeBack(importId);
    throw error;
  }

  async function takeBack(begun: string | undefined): Promise<void> {
    const [run] = begun === undefined ? [] : await runListRows(database.background, clock(), begun);
    if (run?.writing !== true) return;
    await context.progress(0, 1, 'taking back what was written');
    await undoImport({
      importId: run.importId,
      database,
      clock,
      timeZone: env.BUSINESS_TIME_ZONE,
      asked: { leavesChanged: true, by: row.made_by },
    });
  }
}

/** What became of the run that an earlier attempt began; undefined when the file is to be read from its beginning. */
async function earlierRun(dependencies: Dependencies, context: JobContext, row: UploadRow): Promise<ImportReport | undefined> {
  const { database, clock } = dependencies;
  const importId = row.import_id;
  if (importId === null) return undefined;
  const options = await optionsOf(dependencies, context, row);
  const goneOn = await goOnWithPaused(importId, {
    database,
    clock,
    ...(options.gate ? { gate: options.gate } : {}),
    ...(options.onWritten ? { onWritten: options.onWritten } : {}),
  });
  if (goneOn !== undefined) return goneOn;
  for (;;) {
    const [run] = await runListRows(database.background, clock(), importId);
    if (run === undefined || (run.state === 'failed' && !run.writing)) return undefined;
    if (run.state === 'succeeded' && run.report !== null) return run.report;
    if (run.state === 'failed') throw new Refusal(run.error ?? 'It stopped while it wrote.');
    // Another process finishes it, or this one does once it is known to be abandoned.
    context.signal.throwIfAborted();
    await finishAbandonedImports(database, clock);
    await pause(lookMs);
  }
}

/** Keeps every cell that could not be used in a file beside the upload. */
async function withRejects(
  { env }: Dependencies,
  { upload_id }: UploadRow,
  work: (onLeftOut: NonNullable<ImportOptions['onLeftOut']>) => Promise<ImportReport>,
): Promise<ImportReport> {
  const path = rejectsOf(env, upload_id);
  await rm(path, { force: true });
  const rejects = rejectsFile(path);
  try {
    return await work((cells) => rejects.add(cells));
  } finally {
    await rejects.close();
  }
}
