import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Role } from '#shared/core/user.ts';

export interface AccountRow {
  user_id: string;
  name: string;
  email: string;
  role: Role;
  status: 'active' | 'disabled';
  last_sign_in_at: Date | null;
  last_seen_at: Date | null;
  open_tasks: number;
}

/** Returns all accounts, or only the account `userId`, sorted by name. */
export async function findAccountRows(
  queries: Queries,
  userId: string | null = null,
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select u.user_id, u.name, u.email, u.role, u.status, u.last_sign_in_at,
      (select max(s.last_seen_at) from user_session s where s.user_id = u.user_id) as last_seen_at,
      (select count(*)::integer from task t where t.assignee_id = u.user_id and t.closed_at is null)
        + (select count(*)::integer from prospect_task t where t.assignee_id = u.user_id and t.closed_at is null) as open_tasks
    from app_user u where ${userId}::uuid is null or u.user_id = ${userId}::uuid
    order by lower(u.name), u.user_id`.execute(queries);
  return rows;
}

export interface SessionRow {
  session_hash: string;
  user_id: string;
  created_at: Date;
  last_seen_at: Date;
}

/**
 * Returns the sessions that were not ended. They may have expired; `isSessionAlive` decides that.
 */
export const findSessionRows = (
  queries: Queries,
  userId: string | null = null,
): Promise<SessionRow[]> =>
  queries
    .selectFrom('user_session')
    .select(['session_hash', 'user_id', 'created_at', 'last_seen_at'])
    .where('revoked_at', 'is', null)
    .$if(userId !== null, (sessions) => sessions.where('user_id', '=', userId))
    .orderBy('last_seen_at', 'desc')
    .execute();

export const setAccountRole = (queries: Queries, userId: string, role: Role, by: string | null) =>
  queries
    .updateTable('app_user')
    .set({ role, role_given_by: by })
    .where('user_id', '=', userId)
    .execute();

export const setAccountStatus = (
  queries: Queries,
  userIds: readonly string[],
  status: AccountRow['status'],
) => queries.updateTable('app_user').set({ status }).where('user_id', 'in', userIds).execute();

export interface AdministratorEvent {
  name: string;
  at: Date;
  /**
   * Name of the admin who made the change; `null` when a setting, a command or a first sign-in made
   * it.
   */
  by: string | null;
  kind: 'added' | 'removed';
}

/**
 * Returns the additions and removals of admins after `since`, newest first. Leaves out an addition
 * at a time when no other user had ever been an admin.
 */
export async function findAdministratorEvents(
  queries: Queries,
  since: Date,
): Promise<AdministratorEvent[]> {
  const { rows } = await sql<AdministratorEvent>`
    select n.name, e.at, b.name as by, e.kind from (
      select user_id, since as at, started_by as by, 'added' as kind from administrator_period added
      where exists (select from administrator_period o where o.user_id <> added.user_id and o.since < added.since)
      union all
      select user_id, until, ended_by, 'removed' from administrator_period where until is not null
    ) e join person n on n.user_id = e.user_id left join person b on b.user_id = e.by
    where e.at > ${since}::timestamptz
    order by e.at desc, e.kind, n.name`.execute(queries);
  return rows;
}

/**
 * Returns the names of the admin to remove and of the admin who requested the removal, for each
 * pending removal.
 */
export async function findPendingAdministratorRemovals(
  queries: Queries,
): Promise<{ name: string; by: string }[]> {
  const { rows } = await sql<{ name: string; by: string }>`
    select n.name, b.name as by from pending_change c
    join person n on n.user_id = (c.wanted->>'userId')::uuid join person b on b.user_id = c.proposed_by
    where c.kind = 'administrator_removal' and c.state = 'waiting'`.execute(queries);
  return rows;
}

/** Adds an invited user. Returns `undefined` when an account already has the email address. */
export async function insertInvitedUser(
  queries: Queries,
  {
    email,
    name,
    role,
    at,
    by,
  }: { email: string; name: string; role: Role; at: Date; by: string | null },
): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    insert into app_user (issuer, subject, email, name, role, role_given_by, created_at, last_sign_in_at)
    select 'invitation', lower(${email}), ${email}, ${name}, ${role}, ${by}::uuid, ${at}::timestamptz, null
    where not exists (select from app_user where lower(email) = lower(${email}))
    on conflict (issuer, subject) do nothing returning user_id`.execute(queries);
  return rows[0]?.user_id;
}
