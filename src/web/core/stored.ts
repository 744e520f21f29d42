import { logFailure } from './log.ts';

const keyOf = (name: string): string => `chairside-${name}`;

/** A word kept on this browser; null where there is none, undefined where it cannot be read. */
export function storedWord(name: string): string | null | undefined {
  try {
    return localStorage.getItem(keyOf(name));
  } catch (error) {
    logFailure(`Reading ${name}`, error);
    return undefined;
  }
}

/** Keeps a word on this browser, where that is allowed. */
export function storeWord(name: string, word: string): void {
  try {
    localStorage.setItem(keyOf(name), word);
  } catch (error) {
    logFailure(`Keeping ${name}`, error);
  }
}

/** Whether something is kept as done on this browser. Where that cannot be read, it counts as done. */
export const isDone = (what: string): boolean => storedWord(what) !== null;
export const keepDone = (what: string): void => storeWord(what, 'true');
