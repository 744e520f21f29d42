import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HttpError } from '#server/core/errors.ts';
import type { Env } from '#server/env.ts';
import { bodyBytes } from '#server/imports/inflate.ts';
import { ImportRefused } from '#server/imports/reading/import-error.ts';
import { mostUploadBytes } from '#shared/admin/imports/wizard.ts';

type Folder = Pick<Env, 'DATA_DIR'>;

const folderOf = ({ DATA_DIR }: Folder): string => join(DATA_DIR, 'uploads');
const fileOf = (env: Folder, uploadId: string): string => join(folderOf(env), uploadId);
export const rejectsOf = (env: Folder, uploadId: string): string => join(folderOf(env), `${uploadId}.rejects.csv`);

/** Takes a file in as it comes, and answers its size. What is broken off leaves nothing. */
export async function saveUpload(env: Folder, uploadId: string, body: Readable, mostBytes = mostUploadBytes): Promise<number> {
  await mkdir(folderOf(env), { recursive: true, mode: 0o700 });
  const partial = `${fileOf(env, uploadId)}.partial`;
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > mostBytes) done(new HttpError(413, `The file is larger than ${Math.round(mostBytes / 1024 ** 2)} MB. Send it in parts.`));
      else done(null, chunk);
    },
  });
  try {
    await pipeline(body, counting, createWriteStream(partial, { mode: 0o600 }));
    if (bytes === 0) throw new HttpError(422, 'The file is empty.');
    await rename(partial, fileOf(env, uploadId));
    return bytes;
  } catch (error) {
    await rm(partial, { force: true });
    if (isDiskFull(error)) throw new HttpError(507, 'The server has no disk space left for this file. Make room there and send it again.');
    throw error;
  }
}

export const isDiskFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOSPC';

const gzipFaults = new Set(['Z_DATA_ERROR', 'Z_BUF_ERROR']);

/** The text of a file, unpacked when it is gzip. Throws ImportRefused when it is not here. */
export async function* readUpload(env: Folder, uploadId: string): AsyncGenerator<Uint8Array> {
  const path = fileOf(env, uploadId);
  try {
    yield* bodyBytes(createReadStream(path), await isGzip(path));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') throw new ImportRefused('The file is no longer here. Send it again.');
    if (gzipFaults.has(code)) throw new ImportRefused('The file is cut short or is not gzip. Pack it again, or send it as it is.');
    throw error;
  }
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

export const hasFile = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

export async function removeUploadFiles(env: Folder, uploadId: string): Promise<void> {
  for (const path of [fileOf(env, uploadId), rejectsOf(env, uploadId)]) await rm(path, { force: true });
}
