import { z } from 'zod';
import { signOutPath } from '#shared/auth/auth.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { announceUser } from '#web/auth/use-session-watch.ts';
import { logFailure } from '#web/core/log.ts';
import { readPageUserId } from '#web/core/page-session.ts';
import { removeDraftsOfUser } from '#web/ui/draft/draft-store.ts';

const answerSchema = z.object({ redirectTo: z.string() });

/**
 * Ends the session, removes the user's unsaved texts from this browser, tells the other tabs, and
 * reloads the app, so that no data stays in memory.
 */
export async function signOut(
  leave: (path: string) => void = (path) => window.location.assign(path),
): Promise<void> {
  try {
    const response = await fetch(signOutPath, { method: 'POST', credentials: 'include' });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    const userId = readPageUserId();
    if (userId !== null) removeDraftsOfUser(userId);
    announceUser(null);
    leave(answerSchema.parse(await response.json()).redirectTo);
  } catch (error) {
    logFailure('Signing out', error);
    leave(paths.landing);
  }
}
