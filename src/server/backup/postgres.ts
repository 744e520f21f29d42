import { join } from 'node:path';
import type { AuditKey } from '#server/core/audit/seal.ts';
import type { Database } from '#server/core/db/database.ts';
import { openPostgres } from '#server/core/db/postgres/postgres.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import { type BackupManifest, requireIntactFile } from './manifest.ts';
import { findPostgresTools, loadDump, writeDump } from './postgres-tools.ts';
import {
  buildUnfinishedRestoreSql,
  chairsideSchemas,
  hasChairsideTables,
  isDatabaseUsedByOthers,
  postgresMajorVersion,
  readReplacedLogHeads,
  type UnfinishedRestore,
} from './queries.ts';

const dumpName = 'database.dump';

export async function dumpPostgres(
  database: Database,
  databaseUrl: string,
  backup: string,
): Promise<void> {
  const tools = await findPostgresTools(await postgresMajorVersion(database.background));
  await writeDump({ tools, databaseUrl }, join(backup, dumpName));
}

interface Restoring {
  databaseUrl: string;
  mayReplace: boolean;
  /** Copies the uploaded files into the data folder. */
  putUploads(): Promise<void>;
  /** Key of the audit log; `undefined` without a key. */
  key: AuditKey | undefined;
  finish(database: Database, restored: UnfinishedRestore): Promise<void>;
}

export async function restorePostgres(
  backup: string,
  manifest: BackupManifest,
  { databaseUrl, mayReplace, putUploads, key, finish }: Restoring,
): Promise<void> {
  for (const file of manifest.files) await requireIntactFile(join(backup, file.path), file);
  const database = await openPostgres(databaseUrl);
  try {
    const queries = database.background;
    const major = await postgresMajorVersion(queries);
    if (manifest.postgres > major)
      throw new CannotContinueError(
        `The backup is from PostgreSQL ${manifest.postgres} and can't be restored to the older PostgreSQL ${major}.`,
      );
    if (await isDatabaseUsedByOthers(queries))
      throw new CannotContinueError('A server or a command is using the database. Stop it first.');
    if (!mayReplace && (await hasChairsideTables(queries)))
      throw new CannotContinueError(
        'The database is not empty. Add --replace to delete its data, or set DATABASE_URL to another database.',
      );
    await putUploads();
    const restored = {
      backup,
      madeAt: manifest.madeAt,
      replaced: await readReplacedLogHeads(queries, key),
    };
    await loadDump(
      { tools: await findPostgresTools(major), databaseUrl },
      {
        before: emptied,
        dump: join(backup, dumpName),
        after: buildUnfinishedRestoreSql(restored),
      },
    );
    await finish(database, restored);
  } finally {
    await database.close();
  }
}

/**
 * Statements that remove the existing data. They fail when another process still uses a table after
 * 10 seconds.
 */
const emptied = [
  `set local lock_timeout = '10s'`,
  ...chairsideSchemas.map((schema) => `drop schema if exists ${schema} cascade`),
  'create schema public',
].join('; ');
