import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  path: string;
  remove(): void;
}

const memory = '/dev/shm';
/**
 * Space needed in bytes. Containers often have 64 MB of shared memory; the largest tests together
 * take about two gigabytes.
 */
const bytesNeeded = 4 * 1024 ** 3;

/**
 * Folder for files of tests, in memory where the machine has room. A killed process loses nothing
 * there either, and a disk takes seven times as long to copy the thousand small files of a
 * database.
 */
export const temporaryPlace: string = hasRoomInMemory() ? memory : tmpdir();

export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(temporaryPlace, 'chairside-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function hasRoomInMemory(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= bytesNeeded;
}
