import { constants } from 'node:fs';
import { copyFile, cp, mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Database } from '#server/core/db/database.ts';
import { openEmbedded } from '#server/core/db/embedded/embedded.ts';
import { systemErrorCode } from '#server/core/db/embedded/file-trouble.ts';
import { databaseFolderName } from '#server/core/db/embedded/folder.ts';
import { replaceDatabaseFolder } from '#server/core/db/embedded/replace-folder.ts';
import { type BackupManifest, requireIntactFile } from './manifest.ts';
import { checkpointDatabase } from './queries.ts';

/**
 * Copies the files of the embedded database. Holds the database's only connection during the copy,
 * so that nothing is written and requests wait. If a server owns the database, the connection is
 * borrowed from that server. Then opens the copy, which checks it and completes crash recovery. A
 * restore therefore needs no crash recovery.
 */
export async function backUpEmbedded(
  database: Database,
  dataDir: string,
  backup: string,
  prove: (copy: Database) => Promise<void>,
): Promise<void> {
  const copy = join(backup, databaseFolderName);
  await database.background.transaction().execute(async (transaction) => {
    await checkpointDatabase(transaction);
    await cp(join(resolve(dataDir), databaseFolderName), copy, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (source) => basename(source) !== 'postmaster.pid',
    });
  });
  await openedAt(copy, prove);
}

interface Restoring {
  dataDir: string;
  mayReplace: boolean;
  /** Copies the uploaded files into the data folder. */
  putUploads(): Promise<void>;
  /** Changes the restored database before it replaces the current database. */
  finish(database: Database): Promise<void>;
}

export async function restoreEmbedded(
  backup: string,
  manifest: BackupManifest,
  { dataDir, mayReplace, putUploads, finish }: Restoring,
): Promise<void> {
  await replaceDatabaseFolder(dataDir, {
    mayReplace,
    async lay(place) {
      await layFiles(backup, manifest, place);
      await putUploads();
      await openedAt(place, finish);
    },
  });
}

/** Returns `true` for files of the database. A backup also contains uploaded files. */
const isOfDatabase = (path: string) =>
  path === databaseFolderName || path.startsWith(`${databaseFolderName}/`);

async function layFiles(
  backup: string,
  { folders, files }: BackupManifest,
  place: string,
): Promise<void> {
  const placeOf = (path: string) => join(place, path.slice(databaseFolderName.length));
  // A parent folder comes before its subfolders. PostgreSQL refuses folders that other users can
  // read.
  for (const path of folders.filter(isOfDatabase)) await mkdir(placeOf(path), { mode: 0o700 });
  for (const file of files.filter(({ path }) => isOfDatabase(path))) {
    await copyFile(join(backup, file.path), placeOf(file.path), constants.COPYFILE_FICLONE).catch(
      (error: unknown) => {
        // The comparison with the manifest reports missing files.
        if (systemErrorCode(error) !== 'ENOENT') throw error;
      },
    );
    await requireIntactFile(placeOf(file.path), file);
  }
}

async function openedAt(folder: string, use: (database: Database) => Promise<void>): Promise<void> {
  const database = await openEmbedded({ kind: 'folder', folder });
  try {
    await use(database);
  } finally {
    await database.close();
  }
}
