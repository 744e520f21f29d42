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

/** Stores a value in this browser, if the browser allows it. */
export function storeBrowserValue(name: string, value: string): void {
  try {
    localStorage.setItem(keyOf(name), value);
  } catch (error) {
    logFailure(`Storing ${name}`, error);
  }
}

/**
 * Returns `true` when something is marked as done in this browser. Also returns `true` when storage
 * cannot be read: a hint that cannot be marked as done would be shown again on every visit.
 */
export const isMarkedDone = (what: string): boolean => readBrowserValue(what) !== null;
export const markDone = (what: string): void => storeBrowserValue(what, 'true');
