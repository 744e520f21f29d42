import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeAudit } from '#server/core/audit/audit.ts';
import { beginAuditSealing } from '#server/core/audit/begin.ts';
import type { AuditFileSettings } from '#server/core/audit/key-file.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database } from '#server/core/db/database.ts';
import { systemErrorCode } from '#server/core/db/embedded/file-trouble.ts';
import { databaseFolderName } from '#server/core/db/embedded/folder.ts';
import { syncFolderContents, syncPath } from '#server/core/db/embedded/sync-folder-contents.ts';
import { readAppliedMigrationChecksums, readMigrations } from '#server/core/db/migrate.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import { errorMessage } from '#shared/core/error-message.ts';
import { backUpEmbedded } from './embedded.ts';
import { type BackupManifest, writeManifest } from './manifest.ts';
import { dumpPostgres } from './postgres.ts';
import { postgresMajorVersion } from './queries.ts';
import { backUpUploads } from './uploads.ts';

interface Surroundings {
  database: Database;
  env: AuditFileSettings;
  clock: Clock;
}

export interface Backup {
  path: string;
  manifest: BackupManifest;
}

/** Returns a name such as chairside-2026-11-24T021500Z. The names sort by time. */
const nameAt = (at: Date) => `chairside-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
const isOurs = (name: string) => /^chairside-\d{4}-\d\d-\d\dT\d{6}Z(\.unfinished)?$/.test(name);

/** Creates a backup in a new folder within `into`. After a failure, no folder remains. */
export async function makeBackup(surroundings: Surroundings, into: string): Promise<Backup> {
  const path = join(resolve(into), nameAt(surroundings.clock()));
  const unfinished = `${path}.unfinished`;
  try {
    // Only the owner of the folder may read the backup.
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    const manifest = await fill(surroundings, unfinished, path);
    await syncFolderContents(unfinished);
    await rename(unfinished, path);
    await syncPath(resolve(into));
    return { path, manifest };
  } catch (error) {
    // The folder does not exist if it could not be created, so a failed removal is ignored.
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
    throw /^(E[A-Z]+|ERR_FS_.*)$/.test(systemErrorCode(error))
      ? new CannotContinueError(`Couldn't write the backup: ${errorMessage(error)}`)
      : error;
  }
}

async function fill(
  { database, env, clock }: Surroundings,
  unfinished: string,
  path: string,
): Promise<BackupManifest> {
  const madeAt = clock();
  const facts = async (from: Database) => ({
    engine: from.engine,
    madeAt: madeAt.toISOString(),
    postgres: await postgresMajorVersion(from.background),
    migrations: Object.fromEntries(await readAppliedMigrationChecksums(from.background)),
  });
  // Uploaded files are copied after the database, because the copy of the database lists the
  // uploads.
  const complete = async (from: Database) => {
    const missing = await backUpUploads(from.background, env, unfinished);
    return { ...(await facts(from)), uploads: { missing } };
  };
  await noteBackup({ database, env, clock }, path, madeAt);
  if (env.DATABASE_URL !== undefined) {
    await dumpPostgres(database, env.DATABASE_URL, unfinished);
    return writeManifest(unfinished, await complete(database));
  }
  let found: Awaited<ReturnType<typeof complete>> | undefined;
  await backUpEmbedded(database, env.DATA_DIR, unfinished, async (copy) => {
    found = await complete(copy);
  });
  return writeManifest(unfinished, found ?? (await complete(database)));
}

/**
 * Records the backup in the audit log. Skips a database of another version, because a backup before
 * a migration must not change the database.
 */
async function noteBackup(
  { database, env, clock }: Surroundings,
  path: string,
  at: Date,
): Promise<void> {
  const { background } = database;
  const applied = await readAppliedMigrationChecksums(background);
  if (!(await readMigrations()).every(({ name }) => applied.has(name))) return;
  await beginAuditSealing(database, env, clock);
  await writeAudit(background, {
    at,
    actor: 'command line',
    action: 'database.backup',
    objectType: 'database',
    objectId: path,
  });
}

/**
 * Throws `Refusal` when there is no embedded database to back up. Opening the folder would create a
 * database.
 */
export function requireExistingEmbeddedDatabase({
  DATA_DIR,
  DATABASE_URL,
}: Surroundings['env']): void {
  if (DATABASE_URL === undefined && !existsSync(join(resolve(DATA_DIR), databaseFolderName)))
    throw new CannotContinueError(
      `There is no database in ${resolve(DATA_DIR)}: set DATA_DIR or DATABASE_URL to the database to back up.`,
    );
}

/**
 * Removes incomplete backups and all but the `keep` newest backups in a folder. Returns the names
 * of the removed backups.
 */
export async function removeOlderBackups(into: string, keep: number): Promise<string[]> {
  const names = (await readdir(into)).filter(isOurs).sort().reverse();
  const whole = names.filter((name) => !name.endsWith('.unfinished'));
  const kept = new Set(whole.slice(0, keep));
  const gone = names.filter((name) => !kept.has(name));
  for (const name of gone) await rm(join(into, name), { recursive: true, force: true });
  return gone;
}
