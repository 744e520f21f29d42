import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseUnavailable } from './database.ts';
import { lockFile } from './directory-lock.ts';
import { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from './embedded.ts';

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
    await mkdir(folder, { recursive: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new DatabaseUnavailable(`The data folder ${folder} cannot be made: there is a file in its place`);
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw new DatabaseUnavailable(`The data folder ${folder} cannot be made: no permission to write there`);
    throw new DatabaseUnavailable(`The data folder ${folder} cannot be made: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What a first start left behind that was killed before it was done. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(unfinishedPrefix)) await rm(join(folder, name), { recursive: true, force: true });
}

/** Makes the database beside its place and moves it there when all of it is on disk: it is there whole or not at all. */
async function initialise(folder: string, target: string): Promise<void> {
  const unfinished = join(folder, `${unfinishedPrefix}${process.pid}`);
  const database = await openEmbedded({ kind: 'folder', folder: unfinished });
  await database.close();
  await syncTree(unfinished);
  await rename(unfinished, target);
  await syncPath(dirname(target));
}

async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncTree(path) : syncPath(path));
  }
  await syncPath(folder);
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
