import { logFailure } from '#web/core/log.ts';

const key = 'chairside-reloaded-at';
const quietTime = 60_000;

/**
 * Returns `true` when the page may reload itself. It may reload at most once a minute, so that a
 * permanently missing file causes no endless reloading. It may reload only when online, because the
 * browser's offline page would replace the app.
 */
export function claimPageReload(): boolean {
  if (!navigator.onLine) return false;
  try {
    if (Date.now() - Number(sessionStorage.getItem(key)) < quietTime) return false;
    sessionStorage.setItem(key, String(Date.now()));
    return true;
  } catch (error) {
    // Without session storage nothing would stop a reload loop.
    logFailure('Storing the time of the reload', error);
    return false;
  }
}
