import { queryOptions } from '@tanstack/react-query';
import type { User } from '#shared/auth.ts';
import { getUser } from '#shared/auth.ts';
import { ApiError, call } from '#web/api.ts';

async function fetchUser(signal: AbortSignal): Promise<User | null> {
  try {
    return await call(getUser, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** The signed-in person; null when nobody is. */
export const userQuery = queryOptions({ queryKey: [getUser.path], queryFn: ({ signal }) => fetchUser(signal) });
