import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '#server/core/db/migrate.ts';
import { openDatabase } from '#server/core/db/open.ts';
import type { TestDatabase } from '#test/database.ts';

/** Opens a new embedded database on disk with durable writes, as in production. */
export async function openNewFolderDatabase(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'chairside-bench-'));
  const database = await openDatabase({ dataDir: folder });
  await migrateDatabase(database);
  return {
    database,
    async close() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
