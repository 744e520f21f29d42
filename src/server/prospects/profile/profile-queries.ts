import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { userOrFormerSql } from '#server/work/people-queries.ts';
import type { Person } from '#shared/core/person.ts';
import type { ProspectFactField } from '#shared/prospects/changes.ts';

/** Returns the id of the prospect with this place id. */
export async function findProspectOfPlace(
  queries: Queries,
  placeId: string,
): Promise<number | undefined> {
  const row = await queries
    .selectFrom('prospect')
    .select('prospect_id')
    .where('place_id', '=', placeId)
    .executeTakeFirst();
  return row?.prospect_id;
}

export interface EnteredFact {
  field: ProspectFactField;
  by: string;
  checkedAt: Date;
  /** Directory with the record from which the user took the fact; `null` for a typed fact. */
  source: 'nppes' | null;
  /**
   * Source of a fact that a merge took from the merged prospect's file or place; otherwise `null`.
   */
  takenFrom: string | null;
}

/** Returns author, time and source of each entered fact of a prospect. */
export async function findEnteredFacts(
  queries: Queries,
  prospectId: number,
): Promise<EnteredFact[]> {
  const { rows } = await sql<EnteredFact>`
    select f.field, coalesce(person.name, 'A former user') as by, f.checked_at as "checkedAt", f.source, taken.source as "takenFrom"
    from prospect_fact f left join person on person.user_id = f.entered_by
    left join lateral (
      select e.fact->>'source' as source from prospect_merge m, jsonb_array_elements(m.undo_data->'facts') e(fact)
      where m.kept_id = f.prospect_id and m.undone_at is null and e.fact->>'field' = f.field
        and e.fact->'after'->>'value' = f.value and (e.fact->'after'->>'checked_at')::timestamptz = f.checked_at
      order by m.position desc limit 1
    ) taken on true
    where f.prospect_id = ${prospectId}`.execute(queries);
  return rows;
}

export interface SuppressionRow {
  /** Suppressed prospect; `null` for the phone number alone. */
  prospectId: number | null;
  /** Suppressed phone number; `null` for the prospect alone. */
  phoneDigits: string | null;
  reason: string;
  by: string;
  at: Date;
}

/** Returns the suppressions in force of a prospect and of its phone number, oldest first. */
export async function findSuppressions(
  queries: Queries,
  prospectId: number,
  phoneDigits: string | null,
): Promise<SuppressionRow[]> {
  const { rows } = await sql<SuppressionRow>`
    select s.prospect_id as "prospectId", s.phone_digits as "phoneDigits", s.reason, coalesce(person.name, 'A former user') as by, s.added_at as at
    from contact_suppression s left join person on person.user_id = s.added_by
    where s.lifted_at is null and (s.prospect_id = ${prospectId} or s.phone_digits = ${phoneDigits})
    order by s.added_at, s.suppression_id`.execute(queries);
  return rows;
}

export interface ActivityRow {
  at: Date;
  by: Person;
  /** Text of a note; `null` for a change. */
  note: string | null;
  change: Record<string, unknown> | null;
  before: Record<string, unknown> | null;
  /** Id of a change; `null` for notes and tasks. */
  changeId: string | null;
  /** Name of the new owner; `null` for other changes, or without a known owner. */
  ownerName: string | null;
}

/** Maximum number of entries of the activity. */
const mostEntries = 200;

/** Returns the newest notes and changes of a prospect, newest first. */
export async function findProspectActivity(
  queries: Queries,
  prospectId: number,
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select entry.at, ${userOrFormerSql('entry.author_id')} as by, entry.note, entry.change, entry.before, entry.change_id as "changeId", owner.name as "ownerName"
    from (
      select created_at as at, author_id, body as note, null::jsonb as change, null::jsonb as before, null::uuid as change_id
      from prospect_note where prospect_id = ${prospectId} and undone_at is null
      union all
      select changed_at, changed_by, null, change, before, change_id from prospect_change where prospect_id = ${prospectId}
      union all
      select created_at, created_by, null, jsonb_build_object('action', 'addTask', 'title', title), null, null from prospect_task
      where prospect_id = ${prospectId}
      union all
      select closed_at, closed_by, null, jsonb_build_object('action', 'closeTask', 'title', title, 'status', status), null, null
      from prospect_task where prospect_id = ${prospectId} and closed_at is not null
    ) entry
    left join person owner on owner.user_id = coalesce(entry.change->>'ownerId', entry.before->'territory'->>'ownerId')::uuid
    order by entry.at desc limit ${mostEntries}`.execute(queries);
  return rows;
}
