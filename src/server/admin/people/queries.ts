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

/** Everybody, or the one; by name. */
export async function accountRows(queries: Queries, userId: string | null = null): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select u.user_id, u.name, u.email, u.role, u.status, u.last_sign_in_at,
      (select max(s.last_seen_at) from user_session s where s.user_id = u.user_id) as last_seen_at,
      (select count(*)::integer from task t where t.assignee_id = u.user_id and t.closed_at is null) as open_tasks
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

/** The sessions that nobody has ended; whether one still lasts is for the rules of sessions to say. */
export const sessionRows = (queries: Queries, userId: string | null = null): Promise<SessionRow[]> =>
  queries
    .selectFrom('user_session')
    .select(['session_hash', 'user_id', 'created_at', 'last_seen_at'])
    .where('revoked_at', 'is', null)
    .$if(userId !== null, (sessions) => sessions.where('user_id', '=', userId))
    .orderBy('last_seen_at', 'desc')
    .execute();

/** Everybody active, held until the transaction ends, so that two at once cannot take each other's administration away. */
export const holdActive = (transaction: Queries): Promise<{ user_id: string; email: string; role: Role }[]> =>
  transaction
    .selectFrom('app_user')
    .select(['user_id', 'email', 'role'])
    .where('status', '=', 'active')
    .orderBy('user_id')
    .forUpdate()
    .execute();

export const setAccount = (queries: Queries, userId: string, values: { role: Role } | { status: 'active' | 'disabled' }) =>
  queries.updateTable('app_user').set(values).where('user_id', '=', userId).execute();

/** Adds a person who has not signed in; undefined when somebody has that address already. */
export async function insertInvited(
  queries: Queries,
  { email, name, role, at }: { email: string; name: string; role: Role; at: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    insert into app_user (issuer, subject, email, name, role, created_at, last_sign_in_at)
    select 'invitation', lower(${email}), ${email}, ${name}, ${role}, ${at}::timestamptz, null
    where not exists (select from app_user where lower(email) = lower(${email}))
    on conflict (issuer, subject) do nothing returning user_id`.execute(queries);
  return rows[0]?.user_id;
}
