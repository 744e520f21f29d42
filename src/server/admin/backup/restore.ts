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
import { endEverySession } from './queries.ts';

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
  const before = await readRecord(recordPath(env), await findAuditKey(env));
  const recordBefore = before.kind === 'read' ? { position: before.record.position, hash: before.record.hash } : null;
  let record: AuditRecord | undefined;
  const finish = async (database: Database) => {
    await migrate(database);
    await beginSealing(database, env, clock);
    await database.background.transaction().execute(async (transaction) => {
      await endEverySession(transaction);
      const audit = {
        action: 'database.restore',
        objectType: 'database',
        objectId: backup,
        detail: { madeAt: manifest.madeAt, recordBefore },
      };
      await writeAudit(transaction, { at: clock(), actor: 'command line', ...audit });
    });
    const { newest, sealedFrom } = await readAuditHead(database.background, 0);
    if (newest !== null) record = { ...newest, at: clock().toISOString(), sealedFrom, breaks: [] };
  };
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = env;
  const engine = databaseUrl === undefined ? 'embedded' : 'postgres';
  if (manifest.engine !== engine) throw otherEngine(manifest);
  if (databaseUrl === undefined) await restoreEmbedded(backup, manifest, { dataDir, mayReplace, finish });
  else await restorePostgres(backup, manifest, { databaseUrl, mayReplace, finish });
  // The restored log ends earlier than the record says, and for a good reason, which stands in the log.
  const key = currentAuditKey();
  if (record !== undefined && key !== undefined) await writeRecord(recordPath(env), record, key);
  return manifest;
}

const otherEngine = ({ engine }: Manifest) =>
  new Refusal(
    engine === 'embedded'
      ? 'The backup is of the embedded database, and DATABASE_URL names a PostgreSQL server: unset it.'
      : 'The backup is of a PostgreSQL server: set DATABASE_URL to the one it is to go into.',
  );
