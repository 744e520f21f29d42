import { execFile, execFileSync } from 'node:child_process';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

// This command syncs a whole file system. Syncing a thousand files one by one would take seconds on
// a slow disk.
const command = ['sync', ['-f']] as const;

/**
 * Syncs the folder's file system to disk. Returns `false` when the machine does not have the
 * command.
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
export async function syncFolderContents(folder: string): Promise<void> {
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

/** Syncs a file, or the list of names in a folder, to disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
