import { sql } from 'kysely';
import type { Database } from '#server/core/db/database.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { createMigratedFolder, createTestDatabase } from './database.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/** Migrated database that remains when the processes that use it end. */
export interface LastingDatabase {
  /** Data folder or URL of the server. */
  place: string;
  /** Opens the database in this process while `work` runs. */
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
      const database = await openDatabase({
        databaseUrl: server ? place : undefined,
        dataDir: place,
      });
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
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    database.background,
  );
  return {
    place: Object.assign(new URL(server), { pathname: `/${rows[0]?.name}` }).href,
    remove: close,
  };
}

async function inFolder() {
  const { path, remove } = createTemporaryFolder();
  await createMigratedFolder(path);
  return { place: path, remove };
}
