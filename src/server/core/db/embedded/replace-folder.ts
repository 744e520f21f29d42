import { readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CannotContinueError } from '../../errors.ts';
import { explainFileError } from './file-trouble.ts';
import { databaseFolderName, makeFolder, pathExists, replacedFolderName } from './folder.ts';
import { lockFolder } from './folder-lock.ts';
import { syncFolderContents, syncPath } from './sync-folder-contents.ts';

interface Replacement {
  /** `true` when an existing database may be replaced. */
  mayReplace: boolean;
  /** Creates the complete new database in this folder and closes it. */
  lay(place: string): Promise<void>;
}

/**
 * Replaces the database of a data folder. The old database remains until the new database is
 * complete and on disk. If the process is killed, the folder has the old or the new database, or no
 * database. Without a database, the next start is refused until the replacement is repeated. Throws
 * `DatabaseInUse` while a process uses the folder.
 */
export async function replaceDatabaseFolder(
  dataDir: string,
  { mayReplace, lay }: Replacement,
): Promise<void> {
  const folder = resolve(dataDir);
  await makeFolder(folder).catch((error: unknown) => {
    throw explainFileError(`The data folder ${folder} cannot be created`, error);
  });
  const lock = await lockFolder(folder);
  const restoring = join(folder, `${databaseFolderName}.restoring`);
  try {
    if (!mayReplace && (await isOccupied(join(folder, databaseFolderName))))
      throw new CannotContinueError(
        `The data folder ${folder} holds a database. Add --replace to replace it, or set DATA_DIR to another folder.`,
      );
    await rm(restoring, { recursive: true, force: true });
    await lay(restoring);
    await syncFolderContents(restoring);
    await exchange(folder, restoring);
  } catch (error) {
    await rm(restoring, { recursive: true, force: true });
    throw explainFileError(`The data folder ${folder} cannot be used`, error);
  } finally {
    await lock.release();
  }
}

const isOccupied = async (place: string) =>
  (await pathExists(place)) && (await readdir(place)).length > 0;

async function exchange(folder: string, restoring: string): Promise<void> {
  const place = join(folder, databaseFolderName);
  const replaced = join(folder, replacedFolderName);
  const isReplacing = await pathExists(place);
  if (isReplacing) {
    await rm(replaced, { recursive: true, force: true });
    await rename(place, replaced);
  }
  try {
    await rename(restoring, place);
  } catch (error) {
    if (isReplacing) await rename(replaced, place);
    throw error;
  }
  await syncPath(folder);
  await rm(replaced, { recursive: true, force: true });
}
