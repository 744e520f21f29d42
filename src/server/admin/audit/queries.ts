import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

export interface AuditRow {
  position: number;
  at: Date;
  actor: string;
  name: string | null;
  email: string | null;
  action: string;
  object_type: string;
  object_id: string;
  object_name: string | null;
  detail: Record<string, unknown>;
  request_id: string | null;
  address: string | null;
}

/**
 * Returns at most `most` entries of the period from `from` (included) to `until` (excluded), newest
 * first.
 */
export async function findAuditRows(
  queries: Queries,
  { from, until, most }: { from: Date; until: Date; most: number },
): Promise<AuditRow[]> {
  return queries
    .selectFrom('audit_log as a')
    .leftJoin('app_user as u', (join) => join.on(sql`u.user_id::text`, '=', sql.ref('a.actor')))
    .leftJoin('app_user as o', (join) =>
      join
        .on(sql`o.user_id::text`, '=', sql.ref('a.object_id'))
        .on('a.object_type', '=', 'app_user'),
    )
    .select([
      'a.position',
      'a.at',
      'a.actor',
      'u.name',
      'u.email',
      'a.action',
      'a.object_type',
      'a.object_id',
      'a.detail',
    ])
    .select(['a.request_id', 'a.address', 'o.name as object_name'])
    .where('a.at', '>=', from)
    .where('a.at', '<', until)
    .orderBy('a.position', 'desc')
    .limit(most)
    .execute();
}

/** Returns the names of all users, and of the given customers, by their ids. */
export async function findAuditNames(
  queries: Queries,
  institutionIds: readonly number[],
): Promise<{ users: Map<string, string>; customers: Map<number, string> }> {
  const users = await queries.selectFrom('app_user').select(['user_id', 'name']).execute();
  const { rows } = await sql<{ id: number; name: string }>`
    select institution_id as id, name from institution where institution_id = any(${institutionIds}::bigint[])`.execute(
    queries,
  );
  return {
    users: new Map(users.map(({ user_id, name }) => [user_id, name])),
    customers: new Map(rows.map(({ id, name }) => [id, name])),
  };
}

export interface AuditChainCheck {
  entries: number;
  hash: string | null;
  broken: { position: number; at: Date; action: string } | null;
}

/** Recomputes the hash of every entry from the previous entry in one pass over the log. */
export async function checkAuditChain(queries: Queries): Promise<AuditChainCheck> {
  const { rows: newest } = await sql<{ entries: number; hash: string | null }>`
    select count(*)::integer as entries, (select encode(hash, 'hex') from audit_log order by position desc limit 1) as hash from audit_log`.execute(
    queries,
  );
  const { rows: broken } = await sql<{ position: number; at: Date; action: string }>`
    select (entry).position as position, (entry).at as at, (entry).action as action
    from (
      select entry, row_number() over (order by position) as expected, lag(hash) over (order by position) as previous from audit_log entry
    ) checked
    where (entry).position <> expected or (entry).hash <> audit_hash(previous, entry)
    order by (entry).position limit 1`.execute(queries);
  return {
    entries: newest[0]?.entries ?? 0,
    hash: newest[0]?.hash ?? null,
    broken: broken[0] ?? null,
  };
}
