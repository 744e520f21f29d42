import { logFailure } from './log.ts';

/** Whether something is kept as done on this browser. Where that cannot be read, it counts as done. */
export function isDone(what: string): boolean {
  try {
    return localStorage.getItem(`chairside-${what}`) !== null;
  } catch (error) {
    logFailure(`Reading ${what}`, error);
    return true;
  }
}

/** Keeps on this browser that something is done. */
export function keepDone(what: string): void {
  try {
    localStorage.setItem(`chairside-${what}`, 'true');
  } catch (error) {
    logFailure(`Keeping ${what}`, error);
  }
}
