import { logFailure } from '#web/core/log.ts';

const key = 'chairside-reloaded-at';
const quietTime = 60_000;

/** What Chromium, Firefox, Safari and the bundler's own loader say when a page's code or style cannot be fetched. */
const failedLoad = /dynamically imported module|importing a module script failed|unable to preload css/i;

export const isStaleCode = (error: unknown): boolean => error instanceof Error && failedLoad.test(error.message);

/**
 * Whether to load the page again: once a minute, so that a file that stays away does not make a loop, and
 * only with a network, because the browser's own page for none has no way back.
 */
export function mayReload(): boolean {
  if (!navigator.onLine) return false;
  try {
    if (Date.now() - Number(sessionStorage.getItem(key)) < quietTime) return false;
    sessionStorage.setItem(key, String(Date.now()));
    return true;
  } catch (error) {
    // Without a memory nothing would end the loop.
    logFailure('Remembering the reload', error);
    return false;
  }
}
