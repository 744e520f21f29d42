import { logFailure } from './log.ts';

const keyOf = (name: string): string => `chairside-${name}`;

/**
 * Reads a value stored in this browser; `null` when it was never stored, `undefined` when storage
 * cannot be read.
 */
export function readBrowserValue(name: string): string | null | undefined {
  try {
    return localStorage.getItem(keyOf(name));
  } catch (error) {
    logFailure(`Reading ${name}`, error);
    return undefined;
  }
}

/** Stores a value in this browser. Returns `false` when the browser does not allow it. */
export function storeBrowserValue(name: string, value: string): boolean {
  try {
    localStorage.setItem(keyOf(name), value);
    return true;
  } catch (error) {
    logFailure(`Storing ${name}`, error);
    return false;
  }
}

/** Removes a value stored in this browser. */
export function removeBrowserValue(name: string): void {
  try {
    localStorage.removeItem(keyOf(name));
  } catch (error) {
    logFailure(`Removing ${name}`, error);
  }
}

/** Returns the names of the stored values that start with `prefix`; none without storage. */
export function findBrowserValueNames(prefix: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(keyOf(prefix)))
      .map((key) => key.slice(keyOf('').length));
  } catch (error) {
    logFailure(`Listing ${prefix}`, error);
    return [];
  }
}

/**
 * Returns `true` when something is marked as done in this browser. Also returns `true` when storage
 * cannot be read: a hint that cannot be marked as done would be shown again on every visit.
 */
export const isMarkedDone = (what: string): boolean => readBrowserValue(what) !== null;
export function markDone(what: string): void {
  storeBrowserValue(what, 'true');
}
