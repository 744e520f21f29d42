import type { Database } from './database.ts';
import { openEmbeddedFolder } from './embedded/folder.ts';
import { openPostgres } from './postgres/postgres.ts';

export interface DatabaseSettings {
  /** A PostgreSQL server; without it the embedded database in dataDir is used. */
  databaseUrl?: string | undefined;
  /** A replica of that server, which answers some of what is only read. */
  replicaUrl?: string | undefined;
  dataDir: string;
  requestDeadlineMs?: number;
  jobDeadlineMs?: number;
}

/** Opens the database that the settings name. Throws DatabaseUnavailable, with one line for a person, when it cannot be used. */
export async function openDatabase({ databaseUrl, replicaUrl, dataDir, ...limits }: DatabaseSettings): Promise<Database> {
  return databaseUrl === undefined ? openEmbeddedFolder(dataDir, limits) : openPostgres(databaseUrl, { replicaUrl, ...limits });
}
