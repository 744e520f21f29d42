import { resolve } from 'node:path';
import { writeAudit } from '#server/core/audit.ts';
import { beginSealing } from '#server/core/audit-seal/begin.ts';
import { type AuditPlace, findAuditKey } from '#server/core/audit-seal/key-file.ts';
import { readAuditHead } from '#server/core/audit-seal/queries.ts';
import { type AuditRecord, readRecord, recordPath, writeRecord } from '#server/core/audit-seal/record.ts';
import { currentAuditKey } from '#server/core/audit-seal/seal.ts';
import type { Database } from '#server/core/db/database.ts';
import { migrate, readMigrations, refuseStrange } from '#server/core/db/migrate.ts';
import type { Clock } from '#server/core/dependencies.ts';
import { Refusal } from '#server/core/errors.ts';
import { restoreEmbedded } from './embedded.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { restorePostgres } from './postgres.ts';
import { endEverySession, forgetUnfinishedRestore, type Restored, unfinishedRestoreOf } from './queries.ts';
import { restoreUploads, settleWithoutFiles } from './uploads.ts';

interface Restoring {
  env: AuditPlace;
  clock: Clock;
  /** Whether what is in the database may be thrown away. */
  mayReplace: boolean;
}

/**
 * Puts a backup into the database that the settings name, once every file of it has proved to be what was backed up, and brings it to this
 * version. Everybody signs in again, because the backup may hold sessions that were ended after it was made.
 */
export async function restoreBackup(from: string, { env, clock, mayReplace }: Restoring): Promise<Manifest> {
  const backup = resolve(from);
  const manifest = await readManifest(backup);
  refuseStrange(await readMigrations(), new Map(Object.entries(manifest.migrations)), 'backup');
  let record: AuditRecord | undefined;
  const finish = async (database: Database) => {
    await migrate(database);
    record = await complete(database, { backup, madeAt: manifest.madeAt }, { env, clock });
  };
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = env;
  const engine = databaseUrl === undefined ? 'embedded' : 'postgres';
  if (manifest.engine !== engine) throw otherEngine(manifest);
  const putUploads = () => restoreUploads(backup, manifest, env);
  if (databaseUrl === undefined) await restoreEmbedded(backup, manifest, { dataDir, mayReplace, putUploads, finish });
  else await restorePostgres(backup, manifest, { databaseUrl, mayReplace, putUploads, finish });
  await keepRecord(env, record);
  return manifest;
}

type Place = Pick<Restoring, 'env' | 'clock'>;

/**
 * Ends all sessions, fails the uploads whose files are missing, and writes the restore to the audit log. Returns the new record of the
 * log's newest entry; `undefined` for an empty log.
 */
async function complete(database: Database, { backup, madeAt }: Restored, { env, clock }: Place): Promise<AuditRecord | undefined> {
  const before = await readRecord(recordPath(env), await findAuditKey(env));
  const recordBefore = before.kind === 'read' ? { position: before.record.position, hash: before.record.hash } : null;
  await beginSealing(database, env, clock);
  await database.background.transaction().execute(async (transaction) => {
    await endEverySession(transaction);
    const uploadsWithoutFile = await settleWithoutFiles(transaction, env, clock());
    await forgetUnfinishedRestore(transaction);
    const audit = {
      action: 'database.restore',
      objectType: 'database',
      objectId: backup,
      detail: { madeAt, recordBefore, uploadsWithoutFile },
    };
    await writeAudit(transaction, { at: clock(), actor: 'command line', ...audit });
  });
  const { newest, sealedFrom } = await readAuditHead(database.background, 0);
  return newest === null ? undefined : { ...newest, at: clock().toISOString(), sealedFrom, breaks: [] };
}

/** Replaces the record, because the restored log may end earlier than the record says. The log's newest entry explains why. */
async function keepRecord(env: AuditPlace, record: AuditRecord | undefined): Promise<void> {
  const key = currentAuditKey();
  if (record !== undefined && key !== undefined) await writeRecord(recordPath(env), record, key);
}

/** Completes a restore that was killed after its data was in the database. The database must be migrated first. */
export async function completeRestore(database: Database, place: Place): Promise<void> {
  const restored = await unfinishedRestoreOf(database.background);
  if (restored !== undefined) await keepRecord(place.env, await complete(database, restored, place));
}

const otherEngine = ({ engine }: Manifest) =>
  new Refusal(
    engine === 'embedded'
      ? 'The backup is of the embedded database, and DATABASE_URL names a PostgreSQL server: unset it.'
      : 'The backup is of a PostgreSQL server: set DATABASE_URL to the one it is to go into.',
  );
