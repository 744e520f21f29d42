import { pipeline, type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ImportRefused } from './reading/import-error.ts';

/** Thrown when a body exceeds a limit. The message names the limit. */
export class BodyTooLarge extends ImportRefused {}

export interface BodyLimits {
  /** Maximum number of bytes after decompression. */
  mostBytes: number;
  /** Maximum ratio of decompressed to compressed bytes, checked after the first megabyte. */
  mostRatio: number;
}

export const bodyLimits: BodyLimits = { mostBytes: 2 * 1024 ** 3, mostRatio: 100 };
const ratioFree = 1024 * 1024;

/**
 * Returns the bytes of a body, decompressed when `packed`. The limits apply to the actual number of
 * bytes, not to the declared length.
 */
export function readLimitedBodyBytes(
  body: Readable,
  packed: boolean,
  limits: BodyLimits = bodyLimits,
): Readable {
  const gunzip = packed ? createGunzip({ chunkSize: 64 * 1024 }) : undefined;
  let unpacked = 0;
  const guard = new Transform({
    transform(chunk: Buffer, _, done) {
      unpacked += chunk.length;
      if (unpacked > limits.mostBytes)
        done(
          new BodyTooLarge(
            `The file is larger than ${Math.round(limits.mostBytes / 1024 ** 2)} MB. Send it in parts.`,
          ),
        );
      else if (
        gunzip !== undefined &&
        unpacked > ratioFree &&
        unpacked > gunzip.bytesWritten * limits.mostRatio
      )
        done(
          new BodyTooLarge(
            `The file decompresses to more than ${limits.mostRatio} times its size, which is not plausible for CSV.`,
          ),
        );
      else done(null, chunk);
    },
  });
  // Errors of all streams reach the reader of `guard`, so this callback ignores them.
  const ended = () => undefined;
  return gunzip === undefined ? pipeline(body, guard, ended) : pipeline(body, gunzip, guard, ended);
}
