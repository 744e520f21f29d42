import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/**
 * Yields the bytes of a file. Opens the file at the first read, so that the reader gets every
 * error. A stream opened earlier, without an error listener, would end the process when the file is
 * missing.
 */
export async function* streamFileBytes(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path);
}

/** Opens a file and returns a stream of its bytes. Rejects when the file cannot be opened. */
export async function openFileStream(path: string): Promise<Readable> {
  const file = await open(path);
  return file.createReadStream();
}

/** Returns the SHA-256 hash of a file in hexadecimal. */
export async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of streamFileBytes(path)) hash.update(chunk);
  return hash.digest('hex');
}
