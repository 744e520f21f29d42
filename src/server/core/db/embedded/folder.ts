import { lstat, mkdir, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseUnavailable } from '../database.ts';
import { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from './embedded.ts';
import { codeOf, fileTrouble } from './file-trouble.ts';
import { lockFolder } from './folder-lock.ts';
import { syncFolder, syncPath } from './sync-folder.ts';

export const databaseName = 'database';
/** Where a first boot makes the database: what stands here is not finished, and the next boot makes it anew. */
const unfinishedName = `${databaseName}.unfinished`;
/** Where a restore puts what stood in the database's place, until the other one stands there. */
export const replacedName = `${databaseName}.replaced`;

/** Without one of these PostgreSQL cannot open a database, or would make a new one in its place. */
const essentials = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'];

/**
 * Opens the embedded database in a data folder, making both when they are not there. One process at a time: another
 * one is refused, and so is a database that is not whole. Throws DatabaseUnavailable with one line for a person.
 */
export async function openEmbeddedFolder(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const folder = resolve(dataDir);
  const place = join(folder, databaseName);
  await makeFolder(folder).catch((error: unknown) => {
    throw fileTrouble(`The data folder ${folder} cannot be made`, error);
  });
  const lock = await lockFolder(folder);
  try {
    if (!(await hasDatabase(folder, place))) await initialise(folder, place);
    return await openEmbedded({ kind: 'folder', folder: place }, { ...options, lost: lock.lost, onClose: () => lock.release() });
  } catch (error) {
    await lock.release();
    throw fileTrouble(`The data folder ${folder} cannot be used`, error);
  }
}

/** Not node's own recursive way, which never ends where a file system refuses new folders with "no such file". */
export async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder).catch(async (error: unknown) => {
    // Another process may just have made it.
    if (!(await stat(folder).catch(() => undefined))?.isDirectory()) throw error;
  });
}

/** Whether there is a database to open; else a first boot may make one. What is neither empty nor whole is refused and left as it is. */
async function hasDatabase(folder: string, place: string): Promise<boolean> {
  if (await exists(join(folder, 'PG_VERSION')))
    throw new DatabaseUnavailable(
      `The data folder ${folder} is itself a PostgreSQL database. Set DATA_DIR to another folder, such as the one it is in.`,
    );
  const found = await unlessMissing(lstat(place));
  if (found === undefined && (await exists(join(folder, replacedName))))
    throw new DatabaseUnavailable(`A restore into ${folder} was broken off. Repeat it: npm run restore -- BACKUP --replace`);
  if (found === undefined) return false;
  // The lock stands beside it: a process that came by the other way would not see the lock.
  if (found.isSymbolicLink())
    throw new DatabaseUnavailable(`${place} is a link. Set DATA_DIR to the folder in which the database stands that it leads to.`);
  if (await isMount(place)) throw new DatabaseUnavailable(`${place} is a mount of its own. Mount that volume on ${folder} instead.`);
  if (!found.isDirectory()) throw new DatabaseUnavailable(`${place} is a file where the database's folder belongs. Move it away.`);
  if ((await readdir(place)).length === 0) return false;
  const missing: string[] = [];
  for (const name of essentials) if (!(await exists(join(place, name)))) missing.push(name);
  if (missing.length > 0)
    throw new DatabaseUnavailable(
      `The database in ${place} is not whole: ${missing.join(', ')} missing. Restore the folder from a backup, or move it away to start with an empty database.`,
    );
  return true;
}

/** By Linux's list, in which blanks are written as octal numbers; elsewhere false. */
async function isMount(place: string): Promise<boolean> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  const path = (await realpath(place)).replace(/[ \t\n\\]/g, (found) => `\\0${found.charCodeAt(0).toString(8)}`);
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

/** Makes the database beside its place and moves it there when all of it is on disk: it is there whole or not at all. */
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
    // Its space is given back at once: the disk may be full.
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
