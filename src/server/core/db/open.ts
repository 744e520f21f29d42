import type { Database } from './database.ts';
import { openEmbeddedFolder } from './embedded/folder.ts';
import { openPostgres } from './postgres/postgres.ts';

export interface DatabaseSettings {
  /** URL of a PostgreSQL server. Without a URL, the embedded database in `dataDir` is used. */
  databaseUrl?: string | undefined;
  /** URL of a replica of the PostgreSQL server. The replica answers some reads. */
  replicaUrl?: string | undefined;
  dataDir: string;
  requestDeadlineMs?: number;
  jobDeadlineMs?: number;
}

/**
 * Opens the configured database. Throws `DatabaseUnavailable`, with a one-line message for users,
 * when the database cannot be used.
 */
export async function openDatabase({
  databaseUrl,
  replicaUrl,
  dataDir,
  ...limits
}: DatabaseSettings): Promise<Database> {
  return databaseUrl === undefined
    ? openEmbeddedFolder(dataDir, limits)
    : openPostgres(databaseUrl, { replicaUrl, ...limits });
}
