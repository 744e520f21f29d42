import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Reassignment } from '#shared/team/reassign/reassign.ts';

export interface StoredReassignment {
  madeBy: string;
  madeAt: Date;
  told: Reassignment;
  moved: number;
  undone: number | null;
}

/**
 * Returns the result of an earlier request with this id. `same` is `true` when the earlier request
 * has the same user and content as this request.
 */
export async function findRepeatedReassignment(
  queries: Queries,
  reassignment: Reassignment,
  userId: string,
): Promise<{ moved: number; kept: number; same: boolean } | undefined> {
  const { rows } = await sql<{ moved: number; kept: number; same: boolean }>`
    select moved, kept, made_by = ${userId}::uuid and told = ${JSON.stringify(reassignment)}::jsonb as same
    from reassignment where reassignment_id = ${reassignment.reassignmentId}::uuid`.execute(
    queries,
  );
  return rows[0];
}

export async function findReassignment(
  queries: Queries,
  reassignmentId: string,
): Promise<StoredReassignment | undefined> {
  return queries
    .selectFrom('reassignment')
    .select(['made_by as madeBy', 'made_at as madeAt', 'told', 'moved', 'undone'])
    .where('reassignment_id', '=', reassignmentId)
    .executeTakeFirst();
}

export interface CompletedReassignment {
  reassignment: Reassignment;
  userId: string;
  at: Date;
  moved: number;
  kept: number;
}

export const saveReassignment = (
  queries: Queries,
  { reassignment, userId, at, moved, kept }: CompletedReassignment,
) =>
  queries
    .insertInto('reassignment')
    .values({
      reassignment_id: reassignment.reassignmentId,
      made_by: userId,
      made_at: at,
      told: JSON.stringify(reassignment),
      moved,
      kept,
      undone_at: null,
      undone: null,
    })
    .execute();

export const saveReassignmentUndo = (
  queries: Queries,
  reassignmentId: string,
  undone: number,
  at: Date,
) =>
  queries
    .updateTable('reassignment')
    .set({ undone, undone_at: at })
    .where('reassignment_id', '=', reassignmentId)
    .execute();

export interface NewAssignee {
  id: string;
  name: string;
  signInName: string;
  email: string;
}

/**
 * Locks the users until the transaction ends, so that they cannot be disabled in the meantime.
 * Returns the enabled users.
 */
export async function lockAssignees(
  transaction: Queries,
  userIds: readonly string[],
): Promise<NewAssignee[]> {
  await sql`select from app_user where user_id = any(${userIds}::uuid[]) order by user_id for share`.execute(
    transaction,
  );
  const { rows } = await sql<NewAssignee>`
    select u.user_id as id, p.name, u.name as "signInName", u.email from app_user u join person p using (user_id)
    where u.user_id = any(${userIds}::uuid[]) and u.status = 'active'`.execute(transaction);
  return rows;
}
