import { lstat, mkdir, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseUnavailable } from '../database.ts';
import { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from './embedded.ts';
import { explainFileError, systemErrorCode } from './file-trouble.ts';
import { lockFolder } from './folder-lock.ts';
import { syncFolderContents, syncPath } from './sync-folder-contents.ts';

export const databaseFolderName = 'database';
/**
 * Folder in which the first start creates the database. If it exists at the start, the earlier
 * start was interrupted, and the database is created again.
 */
const unfinishedName = `${databaseFolderName}.unfinished`;
/**
 * Folder to which a restore moves the previous database until the restored database is in place.
 */
export const replacedFolderName = `${databaseFolderName}.replaced`;

/**
 * Files without which PostgreSQL cannot open a database, or would create a new database over it.
 */
const essentials = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'];

/**
 * Opens the embedded database in a data folder. Creates the folder and the database if they are
 * missing. Only one process can open a database. Throws `DatabaseUnavailable`, with a one-line
 * message for users, when the folder is in use or the database is incomplete.
 */
export async function openEmbeddedFolder(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const folder = resolve(dataDir);
  const place = join(folder, databaseFolderName);
  await makeFolder(folder).catch((error: unknown) => {
    throw explainFileError(`The data folder ${folder} cannot be created`, error);
  });
  const lock = await lockFolder(folder);
  try {
    if (!(await hasDatabase(folder, place))) await initialise(folder, place);
    return await openEmbedded(
      { kind: 'folder', folder: place },
      { ...options, lost: lock.lost, onClose: () => lock.release() },
    );
  } catch (error) {
    await lock.release();
    throw explainFileError(`The data folder ${folder} cannot be used`, error);
  }
}

/**
 * Creates a folder and its parent folders. Node's recursive `mkdir` never returns on a file system
 * that refuses new folders with ENOENT.
 */
export async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder).catch(async (error: unknown) => {
    // Another process may have created the folder in the meantime.
    if (!(await stat(folder).catch(() => undefined))?.isDirectory()) throw error;
  });
}

/**
 * Returns `true` when the folder has a database, and `false` when the first start may create a
 * database. Throws, without any change, when the folder is neither empty nor complete.
 */
async function hasDatabase(folder: string, place: string): Promise<boolean> {
  if (await pathExists(join(folder, 'PG_VERSION')))
    throw new DatabaseUnavailable(
      `The data folder ${folder} is itself a PostgreSQL database. Set DATA_DIR to another folder, such as its parent folder.`,
    );
  const found = await unlessMissing(lstat(place));
  if (found === undefined && (await pathExists(join(folder, replacedFolderName))))
    throw new DatabaseUnavailable(
      `A restore into ${folder} was interrupted. Run it again: npm run restore -- BACKUP --replace`,
    );
  if (found === undefined) return false;
  // The lock file is next to the database folder. Another process could open the same database at
  // the link's target, where there is no lock file.
  if (found.isSymbolicLink())
    throw new DatabaseUnavailable(
      `${place} is a link. Set DATA_DIR to the parent folder of the link's target.`,
    );
  if (await isMount(place))
    throw new DatabaseUnavailable(
      `${place} is a mount point. Mount that volume on ${folder} instead.`,
    );
  if (!found.isDirectory())
    throw new DatabaseUnavailable(
      `${place} is a file where the database's folder belongs. Move it away.`,
    );
  if ((await readdir(place)).length === 0) return false;
  const missing: string[] = [];
  for (const name of essentials) if (!(await pathExists(join(place, name)))) missing.push(name);
  if (missing.length > 0)
    throw new DatabaseUnavailable(
      `The database in ${place} is incomplete: ${missing.join(', ')} missing. Restore the folder from a backup, or move it away to start with an empty database.`,
    );
  return true;
}

/**
 * Returns `true` when a folder is a mount point in Linux's list of mounts; `false` on other
 * systems. The list writes spaces as octal numbers.
 */
async function isMount(place: string): Promise<boolean> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  const path = (await realpath(place)).replace(
    /[ \t\n\\]/g,
    (found) => `\\0${found.charCodeAt(0).toString(8)}`,
  );
  return mounts.split('\n').some((line) => line.split(' ')[4] === path);
}

export async function pathExists(path: string): Promise<boolean> {
  return (await unlessMissing(stat(path))) !== undefined;
}

async function unlessMissing<T>(look: Promise<T>): Promise<T | undefined> {
  return look.catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
}

/**
 * Creates the database in a temporary folder beside `place`. Moves it to `place` once it is on
 * disk, so that `place` never has an incomplete database.
 */
async function initialise(folder: string, place: string): Promise<void> {
  const unfinished = join(folder, unfinishedName);
  await rm(unfinished, { recursive: true, force: true });
  try {
    const database = await openEmbedded({ kind: 'new folder', folder: unfinished });
    await database.close();
    await syncFolderContents(unfinished);
    await rename(unfinished, place);
    await syncPath(folder);
  } catch (error) {
    // The disk may be full, so the space is released at once.
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
