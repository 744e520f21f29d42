import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { userOrFormerSql } from '#server/work/people-queries.ts';
import type { Person } from '#shared/core/person.ts';

interface LastNote {
  prospect_id: number;
  at: Date;
  by: Person;
  text: string;
}

/** Returns the newest note of each prospect that has one. */
export async function findLastNotes(
  queries: Queries,
  prospectIds: readonly number[],
): Promise<Map<number, LastNote>> {
  const { rows } = await sql<LastNote>`
    select distinct on (n.prospect_id) n.prospect_id, n.created_at as at, ${userOrFormerSql('n.author_id')} as by, n.body as text
    from prospect_note n
    where n.prospect_id = any(${prospectIds}::bigint[]) and n.undone_at is null
    order by n.prospect_id, n.created_at desc`.execute(queries);
  return new Map(rows.map((row) => [row.prospect_id, row]));
}

interface CallChange {
  change: Record<string, unknown>;
  before: Record<string, unknown>;
  changed_at: Date;
  /** `true` when the prospect was changed, or merged with another, after the call. */
  isFollowed: boolean;
}

/** Returns the change of the prospect that a call made, with its time and the values before it. */
export async function findCallChange(
  queries: Queries,
  prospectId: number,
  callId: string,
): Promise<CallChange | undefined> {
  const { rows } = await sql<CallChange>`
    select change, before, changed_at, exists (
      select from prospect_change later where later.prospect_id = made.prospect_id and later.changed_at > made.changed_at
    ) as "isFollowed"
    from prospect_change made where prospect_id = ${prospectId} and change_id = ${callId}::uuid`.execute(
    queries,
  );
  return rows[0];
}

/** Marks a call as undone, which hides its note. */
export async function markCallUndone(
  transaction: Queries,
  { prospectId, callId, at }: { prospectId: number; callId: string; at: Date },
): Promise<void> {
  await transaction
    .updateTable('prospect_note')
    .set({ undone_at: at })
    .where('prospect_id', '=', prospectId)
    .where('note_id', '=', callId)
    .execute();
}
