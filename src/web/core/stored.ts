import { logFailure } from './log.ts';

const keyOf = (name: string): string => `chairside-${name}`;

/**
 * Reads a word stored in this browser; `null` when there is none, `undefined` when storage cannot
 * be read.
 */
export function readBrowserValue(name: string): string | null | undefined {
  try {
    return localStorage.getItem(keyOf(name));
  } catch (error) {
    logFailure(`Reading ${name}`, error);
    return undefined;
  }
}

/** Stores a word in this browser, if the browser allows it. */
export function storeBrowserValue(name: string, word: string): void {
  try {
    localStorage.setItem(keyOf(name), word);
  } catch (error) {
    logFailure(`Storing ${name}`, error);
  }
}

/**
 * Returns whether something is marked as done in this browser; `true` when storage cannot be read.
 */
export const isMarkedDone = (what: string): boolean => readBrowserValue(what) !== null;
export const markDone = (what: string): void => storeBrowserValue(what, 'true');
