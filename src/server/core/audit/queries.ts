import { type Insertable, sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import type { AuditLogHead } from './head.ts';
import type { RestoreEntry } from './restore-rules.ts';
import { parseRestoreEntry, restoreAuditAction } from './restore-rules.ts';
import { type AuditKey, computeSeal } from './seal.ts';

/** Inserts an entry. The database assigns its position, from 1, and its hash, in hexadecimal. */
export const insertAuditEntry = (
  queries: Queries,
  entry: Insertable<Schema['audit_log']>,
): Promise<AuditLogHead> =>
  queries
    .insertInto('audit_log')
    .values(entry)
    .returning(['position', sql<string>`encode(hash, 'hex')`.as('hash')])
    .executeTakeFirstOrThrow();

export async function insertSeal(
  queries: Queries,
  position: number,
  keyId: string,
  seal: string,
): Promise<void> {
  // A seal of a deleted entry may remain at this position. The new entry's seal replaces it.
  await sql`insert into audit_log_seal (position, key_id, seal) values (${position}, ${keyId}, decode(${seal}, 'hex'))
    on conflict (position) do update set key_id = excluded.key_id, seal = excluded.seal`.execute(
    queries,
  );
}

/** Reads the newest entry; `null` for an empty log. */
export async function readNewestEntry(queries: Queries): Promise<AuditLogHead | null> {
  const { rows } =
    await sql<AuditLogHead>`select position, encode(hash, 'hex') as hash from audit_log order by position desc limit 1`.execute(
      queries,
    );
  return rows[0] ?? null;
}

export interface AuditLogSnapshot {
  /** Newest entry; `null` for an empty log. */
  newest: AuditLogHead | null;
  /** Hash of the entry at the requested position; `null` when there is no such entry. */
  hashAt: string | null;
  /** Position of the oldest seal; `null` without seals. */
  sealedFrom: number | null;
  /**
   * Restores whose audit entry has a valid seal. If the log contains the entry that the caller
   * knows, only restores after this entry are listed; otherwise, all restores are listed.
   */
  restores: RestoreEntry[];
}

interface HeadRow {
  position: number | null;
  hash: string | null;
  hashAt: string | null;
  sealedFrom: number | null;
  /** Restores of the database; `at` is a Unix time in milliseconds. */
  restores: { position: number; hash: string; at: number; detail: unknown; seal: string }[] | null;
}

const emptyLog: AuditLogHead = { position: 0, hash: '' };

/**
 * Reads in one statement the newest entry, the hash of the entry at the position of `known`, and
 * the restores. Without a key, `restores` is empty.
 */
export async function readAuditLogSnapshot(
  queries: Queries,
  key: AuditKey | undefined,
  known: AuditLogHead = emptyLog,
): Promise<AuditLogSnapshot> {
  // Looks up each new entry by position. A search by `action`, which has no index, would read the
  // whole log.
  const { rows } = await sql<HeadRow>`
    select newest.position, newest.hash, known."hashAt", (select min(position) from audit_log_seal) as "sealedFrom", (
        select jsonb_agg(jsonb_build_object('position', l.position, 'hash', encode(l.hash, 'hex'),
          'at', (extract(epoch from l.at) * 1000)::bigint, 'detail', l.detail, 'seal', encode(s.seal, 'hex')) order by l.position)
        from generate_series(
          case when ${key === undefined} then newest.position when known."hashAt" = ${known.hash} then ${known.position}::bigint else 0 end + 1,
          newest.position) as place (position)
        join lateral (select * from audit_log where position = place.position offset 0) l on l.action = ${restoreAuditAction}
        join audit_log_seal s on s.position = l.position and s.key_id = ${key?.id ?? ''}
        left join audit_log before on before.position = l.position - 1
        where l.hash = audit_hash(before.hash, (select e from audit_log e where e.position = l.position))
      ) as restores
    from (select (select encode(hash, 'hex') from audit_log where position = ${known.position}) as "hashAt") known
    left join lateral (select position, encode(hash, 'hex') as hash from audit_log order by position desc limit 1) newest on true`.execute(
    queries,
  );
  const [row] = rows;
  const newest =
    row?.position == null || row.hash === null ? null : { position: row.position, hash: row.hash };
  const restores = (row?.restores ?? [])
    .filter(
      ({ position, hash, seal }) => key !== undefined && seal === computeSeal(key, position, hash),
    )
    .flatMap(({ at, ...entry }) => parseRestoreEntry({ ...entry, at: new Date(at) }) ?? []);
  return { newest, hashAt: row?.hashAt ?? null, sealedFrom: row?.sealedFrom ?? null, restores };
}

/** Returns `true` when the database has an audit log with seals. */
export async function hasSealedLog(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{
    has: boolean;
  }>`select to_regclass('public.audit_log_seal') is not null as has`.execute(queries);
  return rows[0]?.has === true;
}

/**
 * Locks the audit log against other writers until the transaction ends. Every writer takes this
 * lock.
 */
export async function lockAuditLog(transaction: Queries): Promise<void> {
  await sql`select pg_advisory_xact_lock(7305462)`.execute(transaction);
}

/**
 * Returns the key id of the newest seal. `hasOurs` is `true` when any seal was made with the key
 * `keyId`.
 */
export async function findNewestSealKey(
  queries: Queries,
  keyId: string,
): Promise<{ newestKeyId: string | null; hasOurs: boolean }> {
  const newest = await queries
    .selectFrom('audit_log_seal')
    .select('key_id')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const ours = await queries
    .selectFrom('audit_log_seal')
    .select('key_id')
    .where('key_id', '=', keyId)
    .limit(1)
    .executeTakeFirst();
  return { newestKeyId: newest?.key_id ?? null, hasOurs: ours !== undefined };
}
