import { lstat, mkdir, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseUnavailable } from '../database.ts';
import { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from './embedded.ts';
import { codeOf, fileTrouble } from './file-trouble.ts';
import { lockFolder } from './folder-lock.ts';
import { syncFolder, syncPath } from './sync-folder.ts';

export const databaseName = 'database';
/**
 * Folder in which a first start creates the database. A folder found here is unfinished, and the
 * next start creates it again.
 */
const unfinishedName = `${databaseName}.unfinished`;
/** Folder to which a restore moves the previous database until the restored one is in place. */
export const replacedName = `${databaseName}.replaced`;

/** Files without which PostgreSQL cannot open a database, or would create a new one over it. */
const essentials = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'];

/**
 * Opens the embedded database in a data folder; creates both if missing. Only one process can open
 * it. Throws DatabaseUnavailable, with a one-line message for users, when the folder is in use or
 * the database is incomplete.
 */
export async function openEmbeddedFolder(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const folder = resolve(dataDir);
  const place = join(folder, databaseName);
  await makeFolder(folder).catch((error: unknown) => {
    throw fileTrouble(`The data folder ${folder} cannot be created`, error);
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
    throw fileTrouble(`The data folder ${folder} cannot be used`, error);
  }
}

/**
 * Creates a folder and its parents. Node's recursive `mkdir` never returns where a file system
 * refuses new folders with "no such file".
 */
export async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder).catch(async (error: unknown) => {
    // Another process may just have created it.
    if (!(await stat(folder).catch(() => undefined))?.isDirectory()) throw error;
  });
}

/**
 * Returns whether the folder has a database; `false` lets a first start create one. Throws when the
 * folder is neither empty nor complete, and changes nothing.
 */
async function hasDatabase(folder: string, place: string): Promise<boolean> {
  if (await exists(join(folder, 'PG_VERSION')))
    throw new DatabaseUnavailable(
      `The data folder ${folder} is itself a PostgreSQL database. Set DATA_DIR to another folder, such as the one it is in.`,
    );
  const found = await unlessMissing(lstat(place));
  if (found === undefined && (await exists(join(folder, replacedName))))
    throw new DatabaseUnavailable(
      `A restore into ${folder} was interrupted. Run it again: npm run restore -- BACKUP --replace`,
    );
  if (found === undefined) return false;
  // The lock file is beside the database, so a process that uses the link's target would not see
  // it.
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
  for (const name of essentials) if (!(await exists(join(place, name)))) missing.push(name);
  if (missing.length > 0)
    throw new DatabaseUnavailable(
      `The database in ${place} is incomplete: ${missing.join(', ')} missing. Restore the folder from a backup, or move it away to start with an empty database.`,
    );
  return true;
}

/**
 * Returns whether a folder is a mount point by Linux's list, which writes blanks as octal numbers;
 * `false` on other systems.
 */
async function isMount(place: string): Promise<boolean> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  const path = (await realpath(place)).replace(
    /[ \t\n\\]/g,
    (found) => `\\0${found.charCodeAt(0).toString(8)}`,
  );
  return mounts.split('\n').some((line) => line.split(' ')[4] === path);
}

export async function exists(path: string): Promise<boolean> {
  return (await unlessMissing(stat(path))) !== undefined;
}

async function unlessMissing<T>(look: Promise<T>): Promise<T | undefined> {
  return look.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

/**
 * Creates the database in a temporary folder beside `place` and moves it to `place` once it is on
 * disk, so that `place` never has an incomplete database.
 */
async function initialise(folder: string, place: string): Promise<void> {
  const unfinished = join(folder, unfinishedName);
  await rm(unfinished, { recursive: true, force: true });
  try {
    const database = await openEmbedded({ kind: 'new folder', folder: unfinished });
    await database.close();
    await syncFolder(unfinished);
    await rename(unfinished, place);
    await syncPath(folder);
  } catch (error) {
    // The space is released at once, because the disk may be full.
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
