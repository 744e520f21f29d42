import { readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Refusal } from '../../errors.ts';
import { fileTrouble } from './file-trouble.ts';
import { databaseName, exists, makeFolder, replacedName } from './folder.ts';
import { lockFolder } from './folder-lock.ts';
import { syncFolder, syncPath } from './sync-folder.ts';

interface Replacement {
  /** Whether a database that stands there already may be thrown away. */
  mayReplace: boolean;
  /** Makes the new database's folder at this place, whole, and leaves it closed. */
  lay(place: string): Promise<void>;
}

/**
 * Puts another database in the place of a data folder's. The old one stays until the new one is made and on disk; a kill leaves
 * the old one, the new one, or a folder that no start opens before this is repeated. Throws DatabaseInUse while a process has the folder.
 */
export async function replaceDatabaseFolder(dataDir: string, { mayReplace, lay }: Replacement): Promise<void> {
  const folder = resolve(dataDir);
  await makeFolder(folder).catch((error: unknown) => {
    throw fileTrouble(`The data folder ${folder} cannot be made`, error);
  });
  const lock = await lockFolder(folder);
  const coming = join(folder, `${databaseName}.restoring`);
  try {
    if (!mayReplace && (await holdsSomething(join(folder, databaseName))))
      throw new Refusal(`The data folder ${folder} holds a database. Add --replace to throw it away, or set DATA_DIR to another folder.`);
    await rm(coming, { recursive: true, force: true });
    await lay(coming);
    await syncFolder(coming);
    await exchange(folder, coming);
  } catch (error) {
    await rm(coming, { recursive: true, force: true });
    throw fileTrouble(`The data folder ${folder} cannot be used`, error);
  } finally {
    await lock.release();
  }
}

const holdsSomething = async (place: string) => (await exists(place)) && (await readdir(place)).length > 0;

async function exchange(folder: string, coming: string): Promise<void> {
  const place = join(folder, databaseName);
  const replaced = join(folder, replacedName);
  const isReplacing = await exists(place);
  if (isReplacing) {
    await rm(replaced, { recursive: true, force: true });
    await rename(place, replaced);
  }
  try {
    await rename(coming, place);
  } catch (error) {
    if (isReplacing) await rename(replaced, place);
    throw error;
  }
  await syncPath(folder);
  await rm(replaced, { recursive: true, force: true });
}
