import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/**
 * Yields the bytes of a file. Opens the file at the first read, so that every error reaches the
 * reader. A stream that is opened before it has an error listener would end the process when the
 * file is missing.
 */
export async function* fileBytes(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path);
}

/**
 * Opens a file and returns its bytes as a stream that can be read later. Rejects when the file
 * cannot be opened.
 */
export async function openFileStream(path: string): Promise<Readable> {
  const file = await open(path);
  return file.createReadStream();
}

/** Returns the SHA-256 of a file in hexadecimal digits. */
export async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of fileBytes(path)) hash.update(chunk);
  return hash.digest('hex');
}
