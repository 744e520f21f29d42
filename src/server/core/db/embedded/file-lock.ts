import { DatabaseSync } from 'node:sqlite';

/** The locks of this process: one that was collected as garbage would be given back. */
const held = new Set<DatabaseSync>();

const sqliteBusy = 5;

/**
 * Takes an operating-system lock on a file, which is made when it is not there and stays empty. Answers what gives it back,
 * or undefined when it is taken, by another process or by this one; throws when the file cannot be made or written.
 * The kernel gives the lock back when the process dies, and sees it across the containers of a machine.
 *
 * Node has no call for such locks, its SQLite does. Nothing else in the process may open the file: closing it there
 * would give the lock back. A file system that has run out of locks, or has none, answers as if the file were taken.
 */
export function lockFile(path: string): (() => void) | undefined {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    // A journal in memory makes no second file. SQLite opens a file that may only be read without complaint and then locks nothing:
    // it is made to want a change, which is never written.
    file.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive; pragma user_version = 1');
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
    throw error;
  }
  held.add(file);
  return () => {
    held.delete(file);
    file.close();
  };
}
