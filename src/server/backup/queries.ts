import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AuditLogHead } from '#server/core/audit/head.ts';
import { hasSealedLog, readAuditLogSnapshot } from '#server/core/audit/queries.ts';
import {
  collectLogHeadsToReplace,
  replacedLogHeadsSchema,
} from '#server/core/audit/restore-rules.ts';
import type { AuditKey } from '#server/core/audit/seal.ts';
import type { Queries } from '#server/core/db/database.ts';

/** Database schemas with Chairside's data: the tables of the migrations, and the job queue. */
export const chairsideSchemas = ['public', 'pgboss'] as const;

/** Writes all changes that are only in memory to the database files. */
export async function checkpointDatabase(queries: Queries): Promise<void> {
  await sql`checkpoint`.execute(queries);
}

export async function postgresMajorVersion(queries: Queries): Promise<number> {
  const { rows } = await sql<{
    major: number;
  }>`select current_setting('server_version_num')::int / 10000 as major`.execute(queries);
  return rows[0]?.major ?? 0;
}

export async function hasChairsideTables(queries: Queries): Promise<boolean> {
  const { rows } = await sql`
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${[...chairsideSchemas]}) and c.relkind in ('r', 'p', 'v', 'm', 'S') limit 1`.execute(
    queries,
  );
  return rows.length > 0;
}

/** Time in which the server of PostgreSQL ends the session of a closed connection. */
const sessionEndMilliseconds = 2_000;

/**
 * Returns `true` when another server or command of Chairside uses the database. Waits for a process
 * that has just ended, because its sessions end a moment later.
 */
export async function isDatabaseUsedByOthers(queries: Queries): Promise<boolean> {
  const latest = performance.now() + sessionEndMilliseconds;
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and application_name = 'chairside' and pid <> pg_backend_pid() limit 1`.execute(
      queries,
    );
    if (rows.length === 0) return false;
    if (performance.now() > latest) return true;
    await pause(50);
  }
}

/**
 * Returns the ids of uploads that can still be imported. Returns an empty list when the database
 * has no table of uploads yet.
 */
export async function importableUploadIds(queries: Queries): Promise<string[]> {
  const { rows: known } = await sql<{
    has: boolean;
  }>`select to_regclass('public.import_upload') is not null as has`.execute(queries);
  if (known[0]?.has !== true) return [];
  const rows = await queries
    .selectFrom('import_upload')
    .select('upload_id')
    .where('state', '<>', 'done')
    .orderBy('upload_id')
    .execute();
  return rows.map((row) => row.upload_id);
}

/**
 * Marks uploads whose file is lost as failed. An upload whose import is already writing or being
 * canceled needs no file, so it continues.
 */
export async function markLostUploadsFailed(
  queries: Queries,
  uploadIds: readonly string[],
  now: Date,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update import_upload u
    set state = 'failed', ${sql.ref('wish')} = null, version = version + 1, changed_at = ${now}::timestamptz,
        error = 'The backup that this database was restored from does not hold this file. Send it again.'
    where upload_id = any(${[...uploadIds]}::uuid[]) and state not in (${sql.lit('cancelling')}, ${sql.lit('cancelled')}, 'failed')
      and not exists (select from import_run r where r.import_id = u.import_id and r.writing)`.execute(
    queries,
  );
  return Number(numAffectedRows);
}

const unfinishedRestore = 'public.unfinished_restore';
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

export interface UnfinishedRestore {
  /** Folder of the backup. */
  backup: string;
  madeAt: string;
  /** Newest entries of the audit logs that the restore replaces; `null` when they are unknown. */
  replaced: AuditLogHead[] | null;
}

/**
 * Returns the statement that marks a restore as incomplete. It must run in the transaction of the
 * restore.
 */
export const buildUnfinishedRestoreSql = ({
  backup,
  madeAt,
  replaced,
}: UnfinishedRestore): string =>
  `create table ${unfinishedRestore} as select ${quoted(backup)}::text as backup, ${quoted(madeAt)}::text as made_at, ${quoted(JSON.stringify(replaced))}::jsonb as replaced;\n`;

/** Returns the interrupted restore of this database; `undefined` without one. */
export async function findUnfinishedRestore(
  queries: Queries,
): Promise<UnfinishedRestore | undefined> {
  const { rows: known } = await sql<{
    has: boolean;
  }>`select to_regclass(${unfinishedRestore}) is not null as has`.execute(queries);
  if (known[0]?.has !== true) return undefined;
  // A restore that was started by an earlier version has no column `replaced`.
  const { rows } = await sql<{ backup: string; madeAt: string; replaced: unknown }>`
    select backup, made_at as "madeAt", to_jsonb(r) -> 'replaced' as replaced from ${sql.raw(unfinishedRestore)} r`.execute(
    queries,
  );
  const [row] = rows;
  return row === undefined
    ? undefined
    : { ...row, replaced: replacedLogHeadsSchema.parse(row.replaced) };
}

/**
 * Returns the newest entries of the audit logs that a restore replaces; `null` when the database
 * has no audit log with seals.
 */
export async function readReplacedLogHeads(
  queries: Queries,
  key: AuditKey | undefined,
): Promise<AuditLogHead[] | null> {
  if (!(await hasSealedLog(queries))) return null;
  const { newest, restores } = await readAuditLogSnapshot(queries, key);
  return collectLogHeadsToReplace(newest, restores);
}

export async function deleteUnfinishedRestore(queries: Queries): Promise<void> {
  await sql`drop table if exists ${sql.raw(unfinishedRestore)}`.execute(queries);
}

export async function endAllSessions(queries: Queries): Promise<void> {
  await queries.deleteFrom('user_session').execute();
}
