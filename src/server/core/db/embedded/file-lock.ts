import { DatabaseSync } from 'node:sqlite';

/**
 * Locks of this process. The set keeps references to them, because garbage collection would release
 * the locks.
 */
const activeLocks = new Set<DatabaseSync>();

const sqliteBusy = 5;

/**
 * Takes an operating-system lock on a file, which is created if it is missing and remains empty.
 * Returns a function that releases the lock. Returns `undefined` when this or another process has
 * locked the file. Throws when the file cannot be created or written.
 *
 * The kernel releases the lock when the process dies, and the lock works across the containers of a
 * machine. Node has no function for such locks, so this uses SQLite. No other code in the process
 * may open the file, because closing it would release the lock. On a file system without locks, the
 * file seems to be locked.
 */
export function lockFile(path: string): (() => void) | undefined {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    // A journal in memory avoids a second file. SQLite opens a read-only file without an error, but
    // then locks nothing. Therefore, the transaction requests a change, which is never written.
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
