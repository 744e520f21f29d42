import { execFile, execFileSync } from 'node:child_process';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

// One call syncs a whole file system; a thousand single calls take seconds on a slow disk.
const command = ['sync', ['-f']] as const;

/**
 * Syncs the folder's file system to disk; returns `false` where the machine has no command for
 * that.
 */
export function syncFileSystem(folder: string): boolean {
  try {
    execFileSync(command[0], [...command[1], folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Syncs a folder and its contents to disk. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await promisify(execFile)(command[0], [...command[1], folder]);
  } catch {
    await syncTree(folder);
  }
}

async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncTree(path) : syncPath(path));
  }
  await syncPath(folder);
}

/** Syncs one file, or one folder's list of names, to disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
