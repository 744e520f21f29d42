import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { systemErrorCode } from '#server/core/db/embedded/file-trouble.ts';
import { syncPath } from '#server/core/db/embedded/sync-folder-contents.ts';
import type { Env } from '#server/core/env/env.ts';
import { conflict, HttpError } from '#server/core/errors.ts';
import { fileHash } from '#server/core/file-streams.ts';
import { maxUploadBytes } from '#shared/imports/wizard.ts';
import { readLimitedBodyBytes } from '../inflate.ts';
import { ImportRefused } from '../reading/import-error.ts';
import type { UploadRow } from './upload-queries.ts';

type Folder = Pick<Env, 'DATA_DIR'>;

export const resolveUploadFolder = ({ DATA_DIR }: Folder): string => join(DATA_DIR, 'uploads');
export const uploadFilePath = (env: Folder, uploadId: string): string =>
  join(resolveUploadFolder(env), uploadId);
const rejectsSuffix = '.rejects.csv';
export const rejectsPath = (env: Folder, uploadId: string): string =>
  `${uploadFilePath(env, uploadId)}${rejectsSuffix}`;
const partialSuffix = '.partial';
/**
 * Age in milliseconds at which a partially received file counts as abandoned. An active transfer
 * never pauses that long, because a transfer without data for a minute is ended.
 */
const abandonedMs = 60 * 60_000;

export interface SavedUploadFile {
  bytes: number;
  sha256: string;
}

/** Uploads that this process is receiving. */
const receiving = new Set<string>();

/**
 * Streams a file to disk. An upload id has at most one file: throws a 409 error when a file with
 * the id is being received or was already saved. An interrupted transfer leaves no file.
 */
export async function saveUpload(
  env: Folder,
  uploadId: string,
  body: Readable,
  mostBytes = maxUploadBytes,
): Promise<SavedUploadFile> {
  if (receiving.has(uploadId))
    throw conflict('This file is already being sent. Wait for the response, or use another id.');
  receiving.add(uploadId);
  // Another process can receive the same id at the same time, so the name must be unique.
  const partial = `${uploadFilePath(env, uploadId)}.${randomUUID()}${partialSuffix}`;
  try {
    await mkdir(resolveUploadFolder(env), { recursive: true, mode: 0o700 });
    const saved = await receive(body, partial, mostBytes);
    await withClaim(uploadFilePath(env, uploadId), async (path) => {
      await rename(partial, path);
      await syncPath(resolveUploadFolder(env));
    });
    return saved;
  } catch (error) {
    await rm(partial, { force: true });
    if (isDiskFull(error))
      throw new HttpError(
        507,
        'The server has no disk space left for this file. Free some space and send it again.',
      );
    throw error;
  } finally {
    receiving.delete(uploadId);
  }
}

async function receive(
  body: Readable,
  partial: string,
  mostBytes: number,
): Promise<SavedUploadFile> {
  let bytes = 0;
  const hash = createHash('sha256');
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > mostBytes)
        return done(
          new HttpError(
            413,
            `The file is larger than ${Math.round(mostBytes / 1024 ** 2)} MB. Send it in parts.`,
          ),
        );
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(body, counting, createWriteStream(partial, { mode: 0o600, flush: true }));
  if (bytes === 0) throw new HttpError(422, 'The file is empty.');
  return { bytes, sha256: hash.digest('hex') };
}

/**
 * Reserves a path for this process among all processes that use the folder. Releases the path when
 * `work` fails.
 */
async function withClaim(path: string, work: (path: string) => Promise<void>): Promise<void> {
  const claim = await open(path, 'wx', 0o600).catch((error: unknown) => {
    if (systemErrorCode(error) === 'EEXIST') throw conflict('This file was already sent.');
    throw error;
  });
  try {
    await claim.close();
    await work(path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes(systemErrorCode(error));

const gzipFaults = new Set(['Z_DATA_ERROR', 'Z_BUF_ERROR']);

/**
 * Yields the content of a file, decompressed if it is gzip. Throws `ImportRefused` when the file is
 * missing. Also throws after the last byte when the content differs from the received file.
 */
export async function* readUpload(
  env: Folder,
  { upload_id, sha256 }: Pick<UploadRow, 'upload_id' | 'sha256'>,
): AsyncGenerator<Uint8Array> {
  const path = uploadFilePath(env, upload_id);
  try {
    const file = await open(path);
    const isPacked = await isGzip(file);
    yield* readLimitedBodyBytes(file.createReadStream(), isPacked);
    if (sha256 !== null && (await fileHash(path)) !== sha256)
      throw new ImportRefused(
        'The file on the server differs from the file that you sent. Send it again.',
      );
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT')
      throw new ImportRefused('The file was deleted from the server. Send it again.');
    if (gzipFaults.has(code))
      throw new ImportRefused(
        'The gzip file is incomplete or damaged. Compress it again, or send it uncompressed.',
      );
    throw error;
  }
}

async function isGzip(file: FileHandle): Promise<boolean> {
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } catch (error) {
    await file.close();
    throw error;
  }
}

export const fileExists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

export async function removeUploadFiles(env: Folder, uploadId: string): Promise<void> {
  for (const path of [uploadFilePath(env, uploadId), rejectsPath(env, uploadId)])
    await rm(path, { force: true });
}

/**
 * Removes partially received files and files without a known upload. Returns their total size in
 * bytes.
 */
export async function removeAbandonedFiles(
  env: Folder,
  known: ReadonlySet<string>,
  now: Date,
): Promise<number> {
  const folder = resolveUploadFolder(env);
  const names = await readdir(folder).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  });
  let removed = 0;
  for (const name of names) {
    if (known.has(name.endsWith(rejectsSuffix) ? name.slice(0, -rejectsSuffix.length) : name))
      continue;
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found === undefined || now.getTime() - found.mtimeMs < abandonedMs) continue;
    await rm(join(folder, name), { force: true });
    removed += found.size;
  }
  return removed;
}
