import { z } from 'zod';
import { signOutPath } from '#shared/auth/auth.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { logFailure } from '#web/core/log.ts';

const answerSchema = z.object({ redirectTo: z.string() });

/** Ends the session and reloads the app, so that no data stays in memory. */
export async function signOut(
  leave: (path: string) => void = (path) => window.location.assign(path),
): Promise<void> {
  try {
    const response = await fetch(signOutPath, { method: 'POST', credentials: 'include' });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    leave(answerSchema.parse(await response.json()).redirectTo);
  } catch (error) {
    logFailure('Signing out', error);
    leave(paths.landing);
  }
}
