import type { Selectable, Updateable } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { storableJson } from '#server/core/db/storable.ts';
import type { ImportPlan, UploadState } from '#shared/admin/imports/wizard.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import './schema.ts';

export type UploadRow = Selectable<Schema['import_upload']>;
type Change = Omit<Updateable<Schema['import_upload']>, 'version'>;

export const uploadRow = (queries: Queries, uploadId: string): Promise<UploadRow | undefined> =>
  queries.selectFrom('import_upload').selectAll().where('upload_id', '=', uploadId).executeTakeFirst();

interface NewUpload {
  uploadId: string;
  fileName: string;
  bytes: number;
  madeBy: string;
}

export async function insertUpload(queries: Queries, { uploadId, fileName, bytes, madeBy }: NewUpload, now: Date): Promise<void> {
  await queries
    .insertInto('import_upload')
    .values({ upload_id: uploadId, file_name: fileName, bytes, made_by: madeBy, made_at: now, state: 'uploaded', changed_at: now })
    .execute();
}

/** Changes an upload that is in one of these states, at its version where one is given; undefined when it is not so any more. */
export async function changeUpload(
  queries: Queries,
  { uploadId, states, version }: { uploadId: string; states: readonly UploadState[]; version?: number },
  change: Change,
  now: Date,
): Promise<UploadRow | undefined> {
  return queries
    .updateTable('import_upload')
    .set((row) => ({ ...change, version: row('version', '+', 1), changed_at: now }))
    .where('upload_id', '=', uploadId)
    .where('state', 'in', [...states])
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returningAll()
    .executeTakeFirst();
}

/** The oldest upload that a job has something to do with: it waits, its job was cut off, or it was paused for so long that it was finished without. */
export const nextUpload = (queries: Queries): Promise<UploadRow | undefined> =>
  queries
    .selectFrom('import_upload')
    .selectAll()
    .where(({ or, eb, and, exists, selectFrom }) =>
      or([
        eb('state', 'in', ['to_check', 'checking', 'to_import', 'importing']),
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
    .orderBy('changed_at')
    .limit(1)
    .executeTakeFirst();

export const wishOf = async (queries: Queries, uploadId: string): Promise<UploadRow['wish']> =>
  (await queries.selectFrom('import_upload').select('wish').where('upload_id', '=', uploadId).executeTakeFirst())?.wish ?? null;

export const rememberedUses = (queries: Queries, kind: ImportKind, externalSource: string) =>
  queries
    .selectFrom('import_mapping')
    .select(['uses', 'dates', 'numbers'])
    .where('kind', '=', kind)
    .where('external_source', '=', externalSource)
    .executeTakeFirst();

export async function rememberUses(queries: Queries, { kind, externalSource, uses, dates, numbers }: ImportPlan, now: Date): Promise<void> {
  const told = { uses: storableJson(uses), dates, numbers, changed_at: now };
  await queries
    .insertInto('import_mapping')
    .values({ external_source: externalSource, kind, ...told })
    .onConflict((conflict) => conflict.columns(['external_source', 'kind']).doUpdateSet(told))
    .execute();
}

export const knownSources = async (queries: Queries): Promise<string[]> =>
  (
    await queries
      .selectFrom('import_run')
      .select('external_source')
      .distinct()
      .where('writing', '=', true)
      .orderBy('external_source')
      .execute()
  ).map((row) => row.external_source);

export const knowsEntitlements = async (queries: Queries): Promise<boolean> =>
  (await queries.selectFrom('entitlement').select('institution_id').limit(1).executeTakeFirst()) !== undefined;

/** The uploads that nobody needs any more. */
export const oldUploads = async (queries: Queries, before: Date): Promise<string[]> =>
  (
    await queries
      .selectFrom('import_upload')
      .select('upload_id')
      .where('changed_at', '<', before)
      .where('state', 'not in', ['checking', 'importing', 'paused'])
      .execute()
  ).map((row) => row.upload_id);

export const forgetUpload = (queries: Queries, uploadId: string) =>
  queries.deleteFrom('import_upload').where('upload_id', '=', uploadId).execute();
