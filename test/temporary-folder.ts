import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  path: string;
  remove(): void;
}

const memory = '/dev/shm';
/**
 * Number of bytes that tests need. Containers often have only 64 MB of shared memory. The largest
 * tests together take about two gigabytes.
 */
const bytesNeeded = 4 * 1024 ** 3;

/**
 * Folder for the files of tests, in memory when the machine has enough. A disk takes seven times as
 * long to copy the thousand small files of a database. A killed process loses no files in memory
 * either.
 */
export const temporaryFilesRoot: string = hasRoomInMemory() ? memory : tmpdir();

export function createTemporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(temporaryFilesRoot, 'chairside-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function hasRoomInMemory(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= bytesNeeded;
}
