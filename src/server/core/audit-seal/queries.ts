import { type Insertable, sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';

/** An entry of the audit log: its position from 1 and its hash in hexadecimal. */
export interface AuditHead {
  position: number;
  hash: string;
}

/** Adds an entry; the database gives it its position and its hash. */
export const insertEntry = (queries: Queries, entry: Insertable<Schema['audit_log']>): Promise<AuditHead> =>
  queries
    .insertInto('audit_log')
    .values(entry)
    .returning(['position', sql<string>`encode(hash, 'hex')`.as('hash')])
    .executeTakeFirstOrThrow();

export async function insertSeal(queries: Queries, position: number, keyId: string, seal: string): Promise<void> {
  // The seal of a deleted entry may remain at this position; the new entry's seal replaces it.
  await sql`insert into audit_log_seal (position, key_id, seal) values (${position}, ${keyId}, decode(${seal}, 'hex'))
    on conflict (position) do update set key_id = excluded.key_id, seal = excluded.seal`.execute(queries);
}

export interface FoundHead {
  /** Newest entry; `null` for an empty log. */
  newest: AuditHead | null;
  /** Hash of the entry at the requested position; `null` when no entry has that position. */
  hashAt: string | null;
  /** Position of the oldest seal; `null` without seals. */
  sealedFrom: number | null;
}

/** Reads the newest entry and the hash of the entry at `position` in one statement. */
export async function readAuditHead(queries: Queries, position: number): Promise<FoundHead> {
  const { rows } = await sql<{ position: number | null; hash: string | null; hashAt: string | null; sealedFrom: number | null }>`
    select newest.position, newest.hash,
      (select encode(hash, 'hex') from audit_log where position = ${position}) as "hashAt",
      (select min(position) from audit_log_seal) as "sealedFrom"
    from (values (1)) as one (row)
    left join lateral (select position, encode(hash, 'hex') as hash from audit_log order by position desc limit 1) newest on true`.execute(
    queries,
  );
  const [row] = rows;
  const newest = row?.position == null || row.hash === null ? null : { position: row.position, hash: row.hash };
  return { newest, hashAt: row?.hashAt ?? null, sealedFrom: row?.sealedFrom ?? null };
}

/** Locks the log against other writers until the transaction ends. Every writer takes this lock. */
export async function holdAuditLog(transaction: Queries): Promise<void> {
  await sql`select pg_advisory_xact_lock(7305462)`.execute(transaction);
}

/** Returns the key id of the newest seal; `hasOurs` is `true` when any seal was made with the given key. */
export async function sealsOf(queries: Queries, keyId: string): Promise<{ newestKeyId: string | null; hasOurs: boolean }> {
  const newest = await queries.selectFrom('audit_log_seal').select('key_id').orderBy('position', 'desc').limit(1).executeTakeFirst();
  const ours = await queries.selectFrom('audit_log_seal').select('key_id').where('key_id', '=', keyId).limit(1).executeTakeFirst();
  return { newestKeyId: newest?.key_id ?? null, hasOurs: ours !== undefined };
}
