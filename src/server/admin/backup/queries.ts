import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

/** The schemas that hold what is ours: the tables of the migrations, and the job queue's. */
export const ourSchemas = ['public', 'pgboss'] as const;

/** Writes what is in memory to the files. */
export async function checkpoint(queries: Queries): Promise<void> {
  await sql`checkpoint`.execute(queries);
}

export async function postgresMajor(queries: Queries): Promise<number> {
  const { rows } = await sql<{ major: number }>`select current_setting('server_version_num')::int / 10000 as major`.execute(queries);
  return rows[0]?.major ?? 0;
}

export async function hasTables(queries: Queries): Promise<boolean> {
  const { rows } = await sql`
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${[...ourSchemas]}) and c.relkind in ('r', 'p', 'v', 'm', 'S') limit 1`.execute(queries);
  return rows.length > 0;
}

/** Whether anybody but this connection uses the database, by the name that our servers and commands give. */
export async function isUsedByOthers(queries: Queries): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'chairside' and pid <> pg_backend_pid() limit 1`.execute(queries);
  return rows.length > 0;
}

/** Signs everybody out. */
export async function endEverySession(queries: Queries): Promise<void> {
  await queries.deleteFrom('user_session').execute();
}
