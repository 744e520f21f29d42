import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getUser } from '#shared/auth/auth.ts';
import { anotherUserText, type User } from '#shared/core/user.ts';
import { ApiError, call } from '#web/core/api.ts';
import { enterPageUser, readPageUserId, reportSessionTrouble } from '#web/core/page-session.ts';

async function fetchUser(signal: AbortSignal): Promise<User | null> {
  try {
    return await call(getUser, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/**
 * Returns the page's user. A page keeps its user until it is reloaded. When the session ended or
 * another user signed in, the page's session reports the trouble.
 */
async function fetchPageUser(client: QueryClient, signal: AbortSignal): Promise<User | null> {
  const user = await fetchUser(signal);
  const pageUserId = readPageUserId();
  if (user !== null && (pageUserId === null || pageUserId === user.id)) {
    enterPageUser(user.id);
    reportSessionTrouble(null);
    return user;
  }
  if (user !== null) reportSessionTrouble({ kind: 'anotherUser', message: anotherUserText(user) });
  return client.getQueryData<User>([getUser.path]) ?? null;
}

/** Signed-in user; `null` without a session. */
export const userQuery = queryOptions({
  queryKey: [getUser.path],
  queryFn: ({ client, signal }) => fetchPageUser(client, signal),
});
