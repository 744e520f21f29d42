import type { Database } from './database.ts';
import { openEmbeddedFolder } from './embedded/folder.ts';
import { openPostgres } from './postgres/postgres.ts';

export interface DatabaseSettings {
  /** URL of a PostgreSQL server; without it, the embedded database in `dataDir` is used. */
  databaseUrl?: string | undefined;
  /** URL of a replica of that server, which answers some reads. */
  replicaUrl?: string | undefined;
  dataDir: string;
  requestDeadlineMs?: number;
  jobDeadlineMs?: number;
}

/**
 * Opens the database of the settings. Throws DatabaseUnavailable, with a one-line message for
 * users, when it cannot be used.
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
