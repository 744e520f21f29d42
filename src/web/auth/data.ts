import { queryOptions } from '@tanstack/react-query';
import { getUser } from '#shared/auth/auth.ts';
import type { User } from '#shared/core/user.ts';
import { ApiError, call } from '#web/core/api.ts';

async function fetchUser(signal: AbortSignal): Promise<User | null> {
  try {
    return await call(getUser, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Signed-in user; `null` without a session. */
export const userQuery = queryOptions({
  queryKey: [getUser.path],
  queryFn: ({ signal }) => fetchUser(signal),
});
