import { endSessions, removeCachedSessions } from '#server/auth/session.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { findAccountRows, findSessionRows } from './queries.ts';

/**
 * Ends the sessions of a disabled account. Removes the sessions of an enabled account from the
 * cache, so that a new role applies at once.
 */
export async function applyAccountChangeToSessions(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  userId: string,
): Promise<void> {
  const queries = dependencies.database.foreground;
  const sessions = await findSessionRows(queries);
  const disabled = new Set(
    (await findAccountRows(queries))
      .filter(({ status }) => status === 'disabled')
      .map((row) => row.user_id),
  );
  const hashesOf = (isMeant: (userId: string) => boolean) =>
    sessions.filter(({ user_id }) => isMeant(user_id)).map(({ session_hash }) => session_hash);
  await endSessions(
    dependencies,
    hashesOf((id) => disabled.has(id)),
  );
  removeCachedSessions(
    dependencies,
    hashesOf((id) => id === userId),
  );
}
