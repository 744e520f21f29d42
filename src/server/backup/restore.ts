import { resolve } from 'node:path';
import { writeAudit } from '#server/core/audit/audit.ts';
import { beginAuditSealing } from '#server/core/audit/begin.ts';
import { type AuditFileSettings, findAuditKey } from '#server/core/audit/key-file.ts';
import { lockAuditLog, readNewestEntry } from '#server/core/audit/queries.ts';
import {
  auditRecordPath,
  readAuditRecordFile,
  recordedLogHead,
} from '#server/core/audit/record.ts';
import { restoreAuditAction } from '#server/core/audit/restore-rules.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database } from '#server/core/db/database.ts';
import {
  migrateDatabase,
  readMigrations,
  refuseUnknownMigrations,
} from '#server/core/db/migrate.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import { restoreEmbedded } from './embedded.ts';
import { type BackupManifest, readManifest } from './manifest.ts';
import { restorePostgres } from './postgres.ts';
import {
  deleteUnfinishedRestore,
  endAllSessions,
  findUnfinishedRestore,
  type UnfinishedRestore,
} from './queries.ts';
import { markUploadsWithoutFilesFailed, restoreUploads } from './uploads.ts';

interface Restoring {
  env: AuditFileSettings;
  clock: Clock;
  /** `true` allows the existing data to be replaced. */
  mayReplace: boolean;
}

/**
 * Restores a backup into the configured database. First checks every file against the manifest.
 * Then migrates the database to this version. Ends all sessions, because the backup may contain
 * sessions that were ended after the backup.
 */
export async function restoreBackup(
  from: string,
  { env, clock, mayReplace }: Restoring,
): Promise<BackupManifest> {
  const backup = resolve(from);
  const manifest = await readManifest(backup);
  refuseUnknownMigrations(
    await readMigrations(),
    new Map(Object.entries(manifest.migrations)),
    'backup',
  );
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = env;
  const engine = databaseUrl === undefined ? 'embedded' : 'postgres';
  if (manifest.engine !== engine) throw otherEngine(manifest);
  const key = await findAuditKey(env);
  const finish = async (database: Database, restored: UnfinishedRestore) => {
    await migrateDatabase(database);
    await complete(database, restored, { env, clock });
  };
  const putUploads = () => restoreUploads(backup, manifest, env);
  if (databaseUrl === undefined) {
    // The newest audit entry is read from the record file, not from the database, because the
    // embedded database may be lost or damaged.
    const known = recordedLogHead(await readAuditRecordFile(auditRecordPath(env), key));
    const restored = {
      backup,
      madeAt: manifest.madeAt,
      replaced: known === undefined ? [] : [known],
    };
    await restoreEmbedded(backup, manifest, {
      dataDir,
      mayReplace,
      putUploads,
      finish: (database) => finish(database, restored),
    });
  } else
    await restorePostgres(backup, manifest, { databaseUrl, mayReplace, putUploads, key, finish });
  return manifest;
}

type Place = Pick<Restoring, 'env' | 'clock'>;

/**
 * Ends all sessions, fails the uploads with missing files, and writes an audit entry for the
 * restore. Because of this entry, the check of the audit log accepts that the restore removed
 * entries. This also applies when the restore is killed and completed later.
 */
async function complete(
  database: Database,
  { backup, madeAt, replaced }: UnfinishedRestore,
  { env, clock }: Place,
): Promise<void> {
  await beginAuditSealing(database, env, clock);
  await database.background.transaction().execute(async (transaction) => {
    await endAllSessions(transaction);
    const uploadsWithoutFile = await markUploadsWithoutFilesFailed(transaction, env, clock());
    await deleteUnfinishedRestore(transaction);
    await lockAuditLog(transaction);
    const restoredUntil = await readNewestEntry(transaction);
    const audit = {
      action: restoreAuditAction as typeof restoreAuditAction,
      objectType: 'database',
      objectId: backup,
      detail: { madeAt, restoredUntil, replaced, uploadsWithoutFile },
    };
    await writeAudit(transaction, { at: clock(), actor: 'command line', ...audit });
  });
}

/**
 * Completes a restore that was killed after its data was in the database. Requires a migrated
 * database.
 */
export async function completeRestore(database: Database, place: Place): Promise<void> {
  const restored = await findUnfinishedRestore(database.background);
  if (restored !== undefined) await complete(database, restored, place);
}

const otherEngine = ({ engine }: BackupManifest) =>
  new CannotContinueError(
    engine === 'embedded'
      ? 'The backup is from the embedded database, but DATABASE_URL names a PostgreSQL server. Unset DATABASE_URL.'
      : 'The backup is from a PostgreSQL server. Set DATABASE_URL to the server to restore it to.',
  );
