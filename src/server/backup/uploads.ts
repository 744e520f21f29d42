import { constants } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queries } from '#server/core/db/database.ts';
import { systemErrorCode } from '#server/core/db/embedded/file-trouble.ts';
import { syncPath } from '#server/core/db/embedded/sync-folder-contents.ts';
import type { Env } from '#server/core/env/env.ts';
import {
  fileExists,
  rejectsPath,
  resolveUploadFolder,
  uploadFilePath,
} from '#server/imports/wizard/files.ts';
import { type BackupManifest, requireIntactFile } from './manifest.ts';
import { importableUploadIds, markLostUploadsFailed } from './queries.ts';

type Folder = Pick<Env, 'DATA_DIR'>;

/** Folder inside a backup for uploaded files. */
const folderName = 'uploads';
const isUpload = (path: string) => path.startsWith(`${folderName}/`);

/**
 * Copies the files of uploads that can still be imported into a backup. Imported uploads are left
 * out, because undoing an import does not need its file. Returns the ids of the uploads whose file
 * is not on this machine.
 */
export async function backUpUploads(
  queries: Queries,
  env: Folder,
  backup: string,
): Promise<string[]> {
  const missing: string[] = [];
  for (const uploadId of await importableUploadIds(queries)) {
    await mkdir(join(backup, folderName), { recursive: true, mode: 0o700 });
    if (!(await copied(uploadFilePath(env, uploadId), join(backup, folderName))))
      missing.push(uploadId);
    else await copied(rejectsPath(env, uploadId), join(backup, folderName));
  }
  return missing;
}

/** Copies a file into a folder. Returns `false` when the file does not exist. */
async function copied(file: string, folder: string): Promise<boolean> {
  try {
    await copyFile(
      file,
      join(folder, file.slice(file.lastIndexOf('/') + 1)),
      constants.COPYFILE_FICLONE,
    );
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Copies the uploaded files of a backup into the data folder. Throws a `Refusal` when a file is
 * missing or differs from the manifest.
 */
export async function restoreUploads(
  backup: string,
  { files }: BackupManifest,
  env: Folder,
): Promise<void> {
  for (const file of files.filter(({ path }) => isUpload(path))) {
    await mkdir(resolveUploadFolder(env), { recursive: true, mode: 0o700 });
    const place = join(resolveUploadFolder(env), file.path.slice(folderName.length + 1));
    const coming = `${place}.restoring`;
    try {
      await copyFile(join(backup, file.path), coming, constants.COPYFILE_FICLONE).catch(
        (error: unknown) => {
          // `requireIntactFile` reports a missing file.
          if (systemErrorCode(error) !== 'ENOENT') throw error;
        },
      );
      await requireIntactFile(coming, file);
      await rename(coming, place);
    } finally {
      await rm(coming, { force: true });
    }
    await syncPath(resolveUploadFolder(env));
  }
}

/**
 * Marks importable uploads without a file in the data folder as failed. Returns the number of these
 * uploads.
 */
export async function markUploadsWithoutFilesFailed(
  transaction: Queries,
  env: Folder,
  now: Date,
): Promise<number> {
  const lost: string[] = [];
  for (const uploadId of await importableUploadIds(transaction))
    if (!(await fileExists(uploadFilePath(env, uploadId)))) lost.push(uploadId);
  return markLostUploadsFailed(transaction, lost, now);
}
