import { logFailure } from '#web/log.ts';
import type { GuideKey } from './keys.ts';

/** Keeps that a page's guide was opened on this browser. */
export function markSeen(guide: GuideKey): void {
  try {
    localStorage.setItem(`chairside-guide-seen:${guide}`, 'true');
  } catch (error) {
    logFailure('Keeping that the guide was seen', error);
  }
}
