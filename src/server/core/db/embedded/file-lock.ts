import { DatabaseSync } from 'node:sqlite';

/** Locks of this process, referenced here because garbage collection would release them. */
const activeLocks = new Set<DatabaseSync>();

const sqliteBusy = 5;

/**
 * Takes an operating-system lock on a file, which is created if missing and stays empty. Returns
 * the function that releases it, or `undefined` when the file is locked, by another process or by
 * this one. Throws when the file cannot be created or written. The kernel releases the lock when
 * the process dies and enforces it across the containers of a machine. Node has no call for such
 * locks, but its SQLite has. No other code in the process may open the file, because closing it
 * would release the lock. A file system without locks, or out of locks, looks like a locked file.
 */
export function lockFile(path: string): (() => void) | undefined {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    // A journal in memory creates no second file. SQLite opens a read-only file without an error
    // and then locks nothing, so the transaction requests a change, which is never written.
    file.exec(
      'pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive; pragma user_version = 1',
    );
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy)
      return undefined;
    throw error;
  }
  activeLocks.add(file);
  return () => {
    activeLocks.delete(file);
    file.close();
  };
}
