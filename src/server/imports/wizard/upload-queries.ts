import type { Selectable, Updateable } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { storableJson } from '#server/core/db/storable.ts';
import { insertOnce } from '#server/core/db/writes.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import type { ImportPlan, UploadState } from '#shared/imports/wizard.ts';
import './schema.ts';

export type UploadRow = Selectable<Schema['import_upload']>;
type Change = Omit<Updateable<Schema['import_upload']>, 'version'>;

export const findUpload = (queries: Queries, uploadId: string): Promise<UploadRow | undefined> =>
  queries
    .selectFrom('import_upload')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();

interface NewUpload {
  uploadId: string;
  fileName: string;
  bytes: number;
  sha256: string;
  madeBy: string;
}

/** Inserts an upload. Returns `false` when the id already has an upload. */
export const insertUpload = (
  queries: Queries,
  { uploadId, fileName, bytes, sha256, madeBy }: NewUpload,
  now: Date,
): Promise<boolean> =>
  insertOnce(
    queries.insertInto('import_upload').values({
      upload_id: uploadId,
      file_name: fileName,
      bytes,
      sha256,
      made_by: madeBy,
      made_at: now,
      state: 'uploaded',
      changed_at: now,
    }),
  );

/**
 * Changes an upload if its state is in `states` and, when `version` is given, its version is equal.
 * `isCanceled: false` also requires that no cancellation was requested. Returns `undefined` when
 * the upload does not match.
 */
export async function changeUploadInState(
  queries: Queries,
  {
    uploadId,
    states,
    version,
    isCanceled,
  }: { uploadId: string; states: readonly UploadState[]; version?: number; isCanceled?: false },
  change: Change,
  now: Date,
): Promise<UploadRow | undefined> {
  return queries
    .updateTable('import_upload')
    .set((row) => ({ ...change, version: row('version', '+', 1), changed_at: now }))
    .where('upload_id', '=', uploadId)
    .where('state', 'in', [...states])
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .$if(isCanceled === false, (query) =>
      query.where((of) => of.or([of('wish', 'is', null), of('wish', '<>', 'cancel')])),
    )
    .returningAll()
    .executeTakeFirst();
}

/**
 * Saves the choices of the user since the last check. Returns `undefined` for an upload that is being
 * processed or is done.
 */
export const saveUploadDraft = (
  queries: Queries,
  uploadId: string,
  draft: ImportPlan,
): Promise<UploadRow | undefined> =>
  queries
    .updateTable('import_upload')
    .set({ draft: storableJson(draft) })
    .where('upload_id', '=', uploadId)
    .where('state', 'in', ['uploaded', 'checked', 'failed', 'cancelled'])
    .returningAll()
    .executeTakeFirst();

/**
 * Takes an upload for this worker and sets its active state. Returns `undefined` when another
 * worker has already taken the upload.
 */
export const claimUpload = (
  queries: Queries,
  { upload_id, fence, state }: UploadRow,
  activeState: UploadState,
  now: Date,
): Promise<UploadRow | undefined> =>
  queries
    .updateTable('import_upload')
    .set((row) => ({
      state: activeState,
      error: null,
      fence: row('fence', '+', 1),
      version: row('version', '+', 1),
      changed_at: now,
    }))
    .where('upload_id', '=', upload_id)
    .where('fence', '=', fence)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst();

interface Settlement {
  /**
   * `true` for a change that executes a cancellation. A requested cancellation does not prevent such
   * a change.
   */
  isCancel?: boolean;
  /**
   * `true` keeps the user's request to pause or cancel, because the work still has to carry it out.
   */
  goesOn?: boolean;
}

/**
 * Changes an upload that this worker holds. Returns `false` when another worker has the upload, or
 * when a cancellation was requested.
 */
export async function changeClaimedUpload(
  queries: Queries,
  { upload_id, fence }: UploadRow,
  change: Change,
  now: Date,
  { isCancel = false, goesOn = false }: Settlement = {},
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('import_upload')
    .set((row) => ({
      ...change,
      ...(goesOn ? {} : { wish: null }),
      version: row('version', '+', 1),
      changed_at: now,
    }))
    .where('upload_id', '=', upload_id)
    .where('fence', '=', fence)
    .where('state', 'in', ['checking', 'importing', 'cancelling'])
    .$if(!isCancel && !goesOn, (query) =>
      query.where((of) => of.or([of('wish', 'is', null), of('wish', '<>', 'cancel')])),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Returns the oldest upload that needs work: a waiting upload, an interrupted upload, or a paused
 * upload whose run has ended. Another process finishes the run of an upload that is paused for too
 * long.
 */
export const findNextUpload = (
  queries: Queries,
  except: readonly string[],
): Promise<UploadRow | undefined> =>
  queries
    .selectFrom('import_upload')
    .selectAll()
    .where(({ or, eb, and, exists, selectFrom }) =>
      or([
        eb('state', 'in', ['to_check', 'checking', 'to_import', 'importing', 'cancelling']),
        and([
          eb('state', '=', 'paused'),
          exists(
            selectFrom('import_run')
              .select('import_run.import_id')
              .whereRef('import_run.import_id', '=', 'import_upload.import_id')
              .where('import_run.state', '<>', 'running')
              .where('import_run.writing', '=', true),
          ),
        ]),
      ]),
    )
    .$if(except.length > 0, (query) => query.where('upload_id', 'not in', [...except]))
    .orderBy('changed_at')
    .limit(1)
    .executeTakeFirst();

/**
 * Returns the action that the user requested for an upload that this worker holds; `undefined` once
 * another worker holds the upload.
 */
export async function findRequestedPauseOrCancel(
  queries: Queries,
  { upload_id, fence }: UploadRow,
): Promise<UploadRow['wish'] | undefined> {
  const found = await queries
    .selectFrom('import_upload')
    .select(['wish', 'fence'])
    .where('upload_id', '=', upload_id)
    .executeTakeFirst();
  return found?.fence === fence ? found.wish : undefined;
}

/** Returns the id of the last run that an upload started; `null` before its first run. */
export const findLastUploadRun = async (
  queries: Queries,
  uploadId: string,
): Promise<string | null> =>
  (
    await queries
      .selectFrom('import_upload')
      .select('import_id')
      .where('upload_id', '=', uploadId)
      .executeTakeFirst()
  )?.import_id ?? null;

/**
 * Saves the id of the run that an upload started. Returns `false` when another worker holds the
 * upload.
 */
export async function saveRunOfUpload(
  queries: Queries,
  { upload_id, fence }: UploadRow,
  importId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('import_upload')
    .set({ import_id: importId })
    .where('upload_id', '=', upload_id)
    .where('fence', '=', fence)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export const findRememberedColumnUses = (
  queries: Queries,
  kind: ImportKind,
  externalSource: string,
) =>
  queries
    .selectFrom('import_mapping')
    .select(['uses', 'dates', 'numbers', 'value_map as values'])
    .where('kind', '=', kind)
    .where('external_source', '=', externalSource)
    .executeTakeFirst();

export async function saveRememberedColumnUses(
  queries: Queries,
  { kind, externalSource, uses, dates, numbers, values }: ImportPlan,
  now: Date,
): Promise<void> {
  const told = {
    uses: storableJson(uses),
    value_map: storableJson(values ?? {}),
    dates,
    numbers,
    changed_at: now,
  };
  await queries
    .insertInto('import_mapping')
    .values({ external_source: externalSource, kind, ...told })
    .onConflict((conflict) => conflict.columns(['external_source', 'kind']).doUpdateSet(told))
    .execute();
}

export const findKnownSourceNames = async (queries: Queries): Promise<string[]> =>
  (
    await queries
      .selectFrom('import_run')
      .select('external_source')
      .distinct()
      .where('writing', '=', true)
      .orderBy('external_source')
      .execute()
  ).map((row) => row.external_source);

export const hasEntitlements = async (queries: Queries): Promise<boolean> =>
  (await queries.selectFrom('entitlement').select('institution_id').limit(1).executeTakeFirst()) !==
  undefined;

/** Returns the ids of uploads that have no active work and no changes since `before`. */
export const findIdleUploadIds = async (queries: Queries, before: Date): Promise<string[]> =>
  (
    await queries
      .selectFrom('import_upload')
      .select('upload_id')
      .where('changed_at', '<', before)
      .where('state', 'not in', ['checking', 'importing', 'paused', 'cancelling'])
      .execute()
  ).map((row) => row.upload_id);

export const findUploadIds = async (queries: Queries): Promise<string[]> =>
  (await queries.selectFrom('import_upload').select('upload_id').execute()).map(
    (row) => row.upload_id,
  );

export const deleteUpload = (queries: Queries, uploadId: string) =>
  queries.deleteFrom('import_upload').where('upload_id', '=', uploadId).execute();
