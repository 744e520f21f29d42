import { sql } from 'kysely';
import type { Database } from '#server/core/db/database.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { createTestDatabase, layMigratedFolder } from './database.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A migrated database that stays while processes that use it are killed. */
export interface LastingDatabase {
  /** A data folder, or a server's address. */
  place: string;
  /** Opens it in this process for as long as the work takes. */
  use<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  remove(): void | Promise<void>;
}

export async function createLastingDatabase(): Promise<LastingDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  const { place, remove } = server ? await onServer(server) : await inFolder();
  return {
    place,
    remove,
    async use(work) {
      const database = await openDatabase({ databaseUrl: server ? place : undefined, dataDir: place });
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    },
  };
}

async function onServer(server: string) {
  const { database, close } = await createTestDatabase();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.background);
  return { place: Object.assign(new URL(server), { pathname: `/${rows[0]?.name}` }).href, remove: close };
}

async function inFolder() {
  const { path, remove } = temporaryFolder();
  await layMigratedFolder(path);
  return { place: path, remove };
}
