import { sql } from 'kysely';
import { z } from 'zod';
import type { Queries } from '#server/core/db/database.ts';
import { storableJson } from '#server/core/db/storable.ts';
import { type ProspectFactField, prospectFactFields } from '#shared/prospects/changes.ts';
import { prospectStages } from '#shared/prospects/stages.ts';
import { movedRowsSchema } from './moves-queries.ts';

/** Work on a prospect, in the columns that a merge changes. */
const mergedWorkSchema = z.object({
  stage: z.enum(prospectStages),
  stage_since: z.string(),
  lost_reason: z.string().nullable(),
  owner_id: z.string().nullable(),
  monthly_cents: z.number().nullable(),
  met_criteria: z.record(z.string(), z.unknown()),
});
export type MergedWork = z.output<typeof mergedWorkSchema>;

const factRowSchema = z.record(z.string(), z.unknown());

/** Data with which a merge is undone. */
export const mergeUndoSchema = z.object({
  keptName: z.string(),
  otherName: z.string(),
  work: z.object({ before: mergedWorkSchema, after: mergedWorkSchema }),
  /** Rows of the remaining prospect's facts; `null` without a row. */
  facts: z.array(
    z.object({
      field: z.enum(prospectFactFields),
      before: factRowSchema.nullable(),
      after: factRowSchema,
      /** Source of a fact of the merged prospect's file or place; `null` for an entered fact. */
      source: z.string().nullable(),
    }),
  ),
  moved: z.array(movedRowsSchema),
  /** Earlier merges into the merged prospect. */
  mergeIds: z.array(z.string()),
});
export type MergeUndoData = z.output<typeof mergeUndoSchema>;

/**
 * Locks prospects until the transaction ends, so that no note, task or other row is added to them.
 * Their work is locked first, in the order of `lockProspects`.
 */
export async function lockProspectRows(
  transaction: Queries,
  prospectIds: readonly number[],
): Promise<void> {
  await sql`select from prospect where prospect_id = any(${[...prospectIds]}::bigint[]) order by prospect_id for update`.execute(
    transaction,
  );
}

export async function findMergedWork(queries: Queries, prospectId: number): Promise<MergedWork> {
  const { rows } = await sql<{ work: unknown }>`
    select to_jsonb(w) as work from prospect_work w where prospect_id = ${prospectId}`.execute(
    queries,
  );
  return mergedWorkSchema.parse(rows[0]?.work);
}

/** Saves the work on a prospect and raises its version. */
export async function saveMergedWork(
  transaction: Queries,
  prospectId: number,
  work: MergedWork,
): Promise<void> {
  await sql`
    update prospect_work w set stage = v.stage, stage_since = v.stage_since, lost_reason = v.lost_reason, owner_id = v.owner_id,
      monthly_cents = v.monthly_cents, met_criteria = v.met_criteria, version = w.version + 1
    from jsonb_populate_record(null::prospect_work, ${storableJson(work)}::jsonb) v
    where w.prospect_id = ${prospectId}`.execute(transaction);
}

export interface FactRow {
  field: ProspectFactField;
  row: Record<string, unknown>;
}

export async function findFactRows(
  queries: Queries,
  prospectId: number,
  fields: readonly ProspectFactField[],
): Promise<FactRow[]> {
  const { rows } = await sql<FactRow>`
    select field, to_jsonb(f) as row from prospect_fact f
    where prospect_id = ${prospectId} and field = any(${[...fields]}::text[])`.execute(queries);
  return rows;
}

/** Replaces the entered facts of the fields by these rows. */
export async function replaceFactRows(
  transaction: Queries,
  prospectId: number,
  fields: readonly ProspectFactField[],
  facts: readonly Record<string, unknown>[],
): Promise<void> {
  await sql`delete from prospect_fact where prospect_id = ${prospectId} and field = any(${[...fields]}::text[])`.execute(
    transaction,
  );
  await sql`
    insert into prospect_fact
    select (jsonb_populate_record(null::prospect_fact, fact || jsonb_build_object('prospect_id', ${prospectId}::bigint))).*
    from jsonb_array_elements(${storableJson(facts)}::jsonb) fact`.execute(transaction);
}

/** Values of a prospect other than its facts, including values taken from merged prospects. */
export interface TakenValues {
  latitude: number | null;
  longitude: number | null;
  rating: number | null;
  totalRatings: number | null;
  openingHours: string[] | null;
}

interface NewMerge {
  mergeId: string;
  keptId: number;
  otherId: number;
  userId: string;
  at: Date;
  request: object;
  undoData: MergeUndoData;
  taken: TakenValues;
}

/** Sets the prospect that remains after merges. */
async function setMergedInto(
  transaction: Queries,
  mergeIds: readonly string[],
  prospectId: number,
): Promise<void> {
  await sql`update prospect_merge set merged_into = ${prospectId} where merge_id = any(${[...mergeIds]}::uuid[])`.execute(
    transaction,
  );
}

/** Saves a merge, and lets earlier merges into the merged prospect lead to the remaining one. */
export async function insertMerge(transaction: Queries, merge: NewMerge): Promise<void> {
  const { mergeId, keptId, otherId, userId, at, request, undoData, taken } = merge;
  await setMergedInto(transaction, undoData.mergeIds, keptId);
  await transaction
    .insertInto('prospect_merge')
    .values({
      merge_id: mergeId,
      prospect_id: otherId,
      kept_id: keptId,
      merged_into: keptId,
      merged_by: userId,
      merged_at: at,
      request: storableJson(request),
      undo_data: storableJson(undoData),
      latitude: taken.latitude,
      longitude: taken.longitude,
      rating: taken.rating,
      total_ratings: taken.totalRatings,
      opening_hours: taken.openingHours === null ? null : storableJson(taken.openingHours),
      undone_by: null,
      undone_at: null,
    })
    .execute();
}

export async function findActiveMergeIdsInto(
  queries: Queries,
  prospectId: number,
): Promise<string[]> {
  const rows = await queries
    .selectFrom('prospect_merge')
    .select('merge_id')
    .where('merged_into', '=', prospectId)
    .where('undone_at', 'is', null)
    .execute();
  return rows.map(({ merge_id }) => merge_id);
}

export const findMerge = (queries: Queries, mergeId: string) =>
  queries
    .selectFrom('prospect_merge')
    .select(['prospect_id', 'kept_id', 'position', 'request', 'undo_data', 'undone_at'])
    .where('merge_id', '=', mergeId)
    .executeTakeFirst();

/**
 * Returns the names of a later merge that must be undone before the merge at `position`: a merge of
 * the remaining prospect, or of another prospect into it. `undefined` without such a merge.
 */
export async function findLaterMerge(
  queries: Queries,
  keptId: number,
  position: number,
): Promise<{ otherName: string; keptName: string } | undefined> {
  const { rows } = await sql<{ otherName: string; keptName: string }>`
    select undo_data->>'otherName' as "otherName", undo_data->>'keptName' as "keptName" from prospect_merge
    where undone_at is null and position > ${position} and (kept_id = ${keptId} or prospect_id = ${keptId})
    order by position desc limit 1`.execute(queries);
  return rows[0];
}

/** Marks a merge as undone, and lets earlier merges lead to the restored prospect again. */
export async function saveMergeUndo(
  transaction: Queries,
  mergeId: string,
  { otherId, mergeIds }: { otherId: number; mergeIds: readonly string[] },
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  await transaction
    .updateTable('prospect_merge')
    .set({ undone_by: userId, undone_at: at })
    .where('merge_id', '=', mergeId)
    .execute();
  await setMergedInto(transaction, mergeIds, otherId);
}
