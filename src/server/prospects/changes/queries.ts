import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { storableJson } from '#server/core/db/storable.ts';
import { insertOnce } from '#server/core/db/writes.ts';
import { refuseMergedProspects } from '#server/work/prospect-tasks/merged-prospects-queries.ts';
import type { ProspectFactField } from '#shared/prospects/changes.ts';
import type { ProspectStage } from '#shared/prospects/stages.ts';
import type { MetCriterion } from '../list/record-queries.ts';
import type { ProspectNoteKind } from '../schema.ts';
import { type StageHistory, stageStart } from './stage-start.ts';

export interface LockedProspect extends StageHistory {
  prospectId: number;
  name: string;
  address: string;
  phone: string | null;
  ownerId: string | null;
  lostReason: string | null;
  monthlyCents: number | null;
  /** Ticked exit criteria by id. */
  metCriteria: Readonly<Record<string, MetCriterion>>;
  /** Reason of the prospect's own suppression in force; `null` without one. */
  doNotContact: string | null;
  /** `true` while the stage of a deal in the CRM is the current one. */
  hasDealInProgress: boolean;
  version: number;
}

/**
 * Returns the prospects with these ids, ordered by id, and locks their work until the transaction
 * ends. Creates missing rows of work. Unknown ids are left out.
 */
export async function lockProspectWork(
  transaction: Queries,
  prospectIds: readonly number[],
): Promise<LockedProspect[]> {
  await sql`
    insert into prospect_work (prospect_id, stage, stage_since, version)
    select prospect_id, 'New', created_at, 0 from prospect where prospect_id = any(${prospectIds}::bigint[])
    order by prospect_id on conflict do nothing`.execute(transaction);
  const { rows } = await sql<
    Omit<LockedProspect, 'lastMove'> & {
      movedFrom: string | null;
      formerSince: string | null;
      movedAt: Date | null;
    }
  >`
    select w.prospect_id as "prospectId", coalesce(typed_name.value, p.name) as name, coalesce(typed_phone.value, p.phone) as phone,
      coalesce(typed_address.value, p.address) as address, w.stage, w.stage_since as "stageSince",
      last_move."movedFrom", last_move."formerSince", last_move."movedAt", w.owner_id as "ownerId", w.lost_reason as "lostReason", w.monthly_cents as "monthlyCents",
      w.met_criteria as "metCriteria",
      (select min(reason) from contact_suppression s where s.prospect_id = w.prospect_id and s.lifted_at is null) as "doNotContact",
      exists (select from prospect_deal d where d.prospect_id = w.prospect_id and d.state in ('waiting', 'open') and not d.is_of_customer) as "hasDealInProgress",
      w.version
    from prospect_work w
    join prospect p on p.prospect_id = w.prospect_id
    left join prospect_fact typed_name on typed_name.prospect_id = w.prospect_id and typed_name.field = 'name'
    left join prospect_fact typed_phone on typed_phone.prospect_id = w.prospect_id and typed_phone.field = 'phone'
    left join prospect_fact typed_address on typed_address.prospect_id = w.prospect_id and typed_address.field = 'address'
    left join lateral (
      select before->>'stage' as "movedFrom", before->>'stageSince' as "formerSince", changed_at as "movedAt" from prospect_change c
      where c.prospect_id = w.prospect_id and change->>'action' = 'move' order by changed_at desc limit 1
    ) last_move on true
    where w.prospect_id = any(${prospectIds}::bigint[])
    order by w.prospect_id for update of w`.execute(transaction);
  return rows.map(({ movedFrom, formerSince, movedAt, ...prospect }) => ({
    ...prospect,
    lastMove:
      movedFrom === null || formerSince === null || movedAt === null
        ? null
        : { stage: movedFrom, since: new Date(formerSince), at: movedAt },
  }));
}

/**
 * Returns the prospects like `lockProspectWork`. Throws a 409 error when one was merged into
 * another.
 */
export async function lockProspects(
  transaction: Queries,
  prospectIds: readonly number[],
): Promise<LockedProspect[]> {
  const locked = await lockProspectWork(transaction, prospectIds);
  await refuseMergedProspects(transaction, prospectIds);
  return locked;
}

/** Returns the saved change with this id on a prospect; `undefined` when the id is new. */
export async function findSavedChange(
  queries: Queries,
  prospectId: number,
  changeId: string,
): Promise<unknown> {
  const row = await queries
    .selectFrom('prospect_change')
    .select('change')
    .where('prospect_id', '=', prospectId)
    .where('change_id', '=', changeId)
    .executeTakeFirst();
  return row?.change;
}

export interface ProspectWorkUpdate {
  stage: ProspectStage;
  ownerId: string | null;
  lostReason: string | null;
  monthlyCents: number | null;
  metCriteria: Readonly<Record<string, MetCriterion>>;
}

/** Saves the work on a locked prospect and raises its version. */
export async function updateProspectWork(
  transaction: Queries,
  prospect: LockedProspect,
  { stage, ownerId, lostReason, monthlyCents, metCriteria }: ProspectWorkUpdate,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('prospect_work')
    .set({
      stage,
      stage_since: stageStart(prospect, stage, now),
      owner_id: ownerId,
      lost_reason: lostReason,
      monthly_cents: monthlyCents,
      met_criteria: storableJson(metCriteria),
      version: prospect.version + 1,
    })
    .where('prospect_id', '=', prospect.prospectId)
    .execute();
}

export interface SavedProspectChange {
  prospectId: number;
  changeId: string;
  userId: string;
  at: Date;
  change: Record<string, unknown>;
  before: Record<string, unknown>;
}

/** Adds a change to the history of a prospect. */
export async function insertProspectChange(
  transaction: Queries,
  { prospectId, changeId, userId, at, change, before }: SavedProspectChange,
): Promise<void> {
  await sql`
    insert into prospect_change (prospect_id, change_id, changed_by, changed_at, change, before)
    values (${prospectId}, ${changeId}::uuid, ${userId}::uuid, ${at}::timestamptz, ${storableJson(change)}::jsonb, ${storableJson(before)}::jsonb)`.execute(
    transaction,
  );
}

/** Suppresses contact with a prospect and its phone number. */
export async function insertSuppression(
  transaction: Queries,
  suppression: {
    prospectId: number;
    phoneDigits: string | null;
    reason: string;
    userId: string;
    at: Date;
  },
): Promise<void> {
  await transaction
    .insertInto('contact_suppression')
    .values({
      suppression_id: randomUUID(),
      prospect_id: suppression.prospectId,
      phone_digits: suppression.phoneDigits,
      email: null,
      reason: suppression.reason,
      added_by: suppression.userId,
      added_at: suppression.at,
      lifted_by: null,
      lifted_at: null,
    })
    .execute();
}

/**
 * Lifts all suppressions of a prospect and of its phone number, or only the prospect's suppression
 * of `onlyAddedAt`. Returns how many were lifted, and the ids of the other prospects whose
 * suppressions were lifted.
 */
export async function liftSuppressions(
  transaction: Queries,
  lifted: {
    prospectId: number;
    phoneDigits: string | null;
    userId: string;
    at: Date;
    onlyAddedAt: Date | null;
  },
): Promise<{ count: number; otherProspects: number[] }> {
  const { prospectId, phoneDigits, userId, at, onlyAddedAt } = lifted;
  const isLifted =
    onlyAddedAt === null
      ? sql`(prospect_id = ${prospectId} or phone_digits = ${phoneDigits})`
      : sql`prospect_id = ${prospectId} and added_at = ${onlyAddedAt}::timestamptz`;
  const { rows } = await sql<{ prospect_id: number | null }>`
    update contact_suppression set lifted_by = ${userId}::uuid, lifted_at = ${at}::timestamptz
    where lifted_at is null and ${isLifted}
    returning prospect_id`.execute(transaction);
  const ids = new Set(rows.flatMap(({ prospect_id }) => prospect_id ?? []));
  return { count: rows.length, otherProspects: [...ids].filter((id) => id !== prospectId) };
}

/** Saves a fact that a user typed or took from a record, or removes the entered value when `value` is empty. */
export async function saveProspectFact(
  transaction: Queries,
  fact: {
    prospectId: number;
    field: ProspectFactField;
    value: string;
    /** Directory with the record of the fact; `null` for a typed fact. */
    source: 'nppes' | null;
    userId: string;
    at: Date;
  },
): Promise<void> {
  const { prospectId, field, value, source, userId, at } = fact;
  if (value === '') {
    await transaction
      .deleteFrom('prospect_fact')
      .where('prospect_id', '=', prospectId)
      .where('field', '=', field)
      .execute();
    return;
  }
  const entered = { value, entered_by: userId, checked_at: at, source };
  await transaction
    .insertInto('prospect_fact')
    .values({ prospect_id: prospectId, field, ...entered })
    .onConflict((conflict) => conflict.columns(['prospect_id', 'field']).doUpdateSet(entered))
    .execute();
}

/** Adds a note. Returns `false` when a note with this id already exists. */
export const insertProspectNote = (
  queries: Queries,
  note: {
    prospectId: number;
    noteId: string;
    kind: ProspectNoteKind;
    userId: string;
    body: string;
    at: Date;
  },
): Promise<boolean> =>
  insertOnce(
    queries.insertInto('prospect_note').values({
      prospect_id: note.prospectId,
      note_id: note.noteId,
      kind: note.kind,
      author_id: note.userId,
      body: note.body,
      created_at: note.at,
    }),
  );

/** Returns the saved note with this id on a prospect, even when it records an undone call. */
export const findProspectNote = (queries: Queries, prospectId: number, noteId: string) =>
  queries
    .selectFrom('prospect_note')
    .select(['author_id', 'kind', 'body', 'undone_at'])
    .where('prospect_id', '=', prospectId)
    .where('note_id', '=', noteId)
    .executeTakeFirst();
