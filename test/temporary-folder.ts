import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  path: string;
  remove(): void;
}

/** In memory where the machine offers it: a killed process loses nothing there either, and a busy disk does not slow the test. */
export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'chairside-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
