import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseUnavailable } from './database.ts';
import { lockFile } from './directory-lock.ts';
import { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from './embedded.ts';
import { syncFolder, syncPath } from './sync-folder.ts';

const databaseName = 'database';
const unfinishedPrefix = `${databaseName}.new-`;

/**
 * Opens the embedded database in a data folder, making both when they are not there. One process at a time: another
 * one is refused. Throws DatabaseUnavailable with one line for a person.
 */
export async function openEmbeddedFolder(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const folder = resolve(dataDir);
  await makeFolder(folder);
  const unlock = await lockFile(join(folder, `${databaseName}.lock`), `The data folder ${folder}`);
  try {
    const store = { kind: 'folder', folder: join(folder, databaseName) } as const;
    await removeUnfinished(folder);
    if (!existsSync(store.folder)) await initialise(folder, store.folder);
    return await openEmbedded(store, { ...options, onClose: unlock });
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await makeWithParents(folder);
  } catch (error) {
    throw new DatabaseUnavailable(`The data folder ${folder} cannot be made: ${reasonOf(error)}`);
  }
}

/** Not node's own recursive way, which never ends where a file system refuses new folders with "no such file". */
async function makeWithParents(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  if (dirname(folder) !== folder) await makeWithParents(dirname(folder));
  await mkdir(folder).catch(async (error: unknown) => {
    // Another process may just have made it.
    if (!(await stat(folder).catch(() => undefined))?.isDirectory()) throw error;
  });
}

const reasons: Record<string, string> = {
  EEXIST: 'there is a file in its place',
  ENOTDIR: 'there is a file in its place',
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EROFS: 'no permission to write there',
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return ('code' in error && typeof error.code === 'string' ? reasons[error.code] : undefined) ?? error.message;
}

/** What a first start left behind that was killed before it was done. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(unfinishedPrefix)) await rm(join(folder, name), { recursive: true, force: true });
}

/** Makes the database beside its place and moves it there when all of it is on disk: it is there whole or not at all. */
async function initialise(folder: string, target: string): Promise<void> {
  const unfinished = join(folder, `${unfinishedPrefix}${process.pid}`);
  const database = await openEmbedded({ kind: 'new folder', folder: unfinished });
  await database.close();
  await syncFolder(unfinished);
  await rename(unfinished, target);
  await syncPath(dirname(target));
}
