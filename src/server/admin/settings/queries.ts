import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';
import { joinedUserSql } from '#server/work/people-queries.ts';
import { maxDecidedChanges } from '#shared/admin/settings/settings.ts';
import type { Person } from '#shared/core/person.ts';
import type {
  PendingChangeKind,
  PendingChangeState,
} from '#shared/core/settings/pending-changes.ts';

export interface PendingChangeRow {
  changeId: string;
  kind: PendingChangeKind;
  basedOn: number;
  wanted: unknown;
  proposedBy: Person;
  proposedAt: Date;
  state: PendingChangeState;
  decidedBy: Person | null;
  decidedAt: Date | null;
  reason: string | null;
}

/** Returns the pending changes and the last decided changes, or only the change `changeId`. */
export async function findPendingChangeRows(
  queries: Queries,
  changeId: string | null = null,
): Promise<PendingChangeRow[]> {
  const { rows } = await sql<PendingChangeRow>`
    select c.change_id as "changeId", c.kind, c.based_on as "basedOn", c.wanted, ${joinedUserSql('p')} as "proposedBy", c.proposed_at as "proposedAt",
      c.state, ${joinedUserSql('d')} as "decidedBy", c.decided_at as "decidedAt", c.reason
    from pending_change c join person p on p.user_id = c.proposed_by left join person d on d.user_id = c.decided_by
    where ${changeId}::uuid is null or c.change_id = ${changeId}::uuid
    order by c.state <> 'waiting', c.proposed_at desc, c.change_id limit ${maxDecidedChanges}`.execute(
    queries,
  );
  return rows;
}

/** Takes a lock until the transaction ends, so that settings are saved one at a time. */
export const lockSettings = (transaction: Queries) =>
  acquireNamedLock(transaction, 'desk settings');

export async function findUserName(queries: Queries, userId: string): Promise<string | null> {
  const row = await queries
    .selectFrom('person')
    .select('name')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.name ?? null;
}
