import { logFailure } from '#web/core/log.ts';

/** Keeps that a page's guide was opened on this browser. */
export function markSeen(guideKey: string): void {
  try {
    localStorage.setItem(`chairside-guide-seen:${guideKey}`, 'true');
  } catch (error) {
    logFailure('Keeping that the guide was seen', error);
  }
}
