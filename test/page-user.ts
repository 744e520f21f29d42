import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pageUserHeader } from '#shared/core/user.ts';

/** Ids of the users that tests signed in, by their `cookie` header. */
const userIds = new Map<string, string>();

/** Remembers the user of a session for `pageHeaders`. Returns the cookie. */
export function rememberUser(cookie: string, userId: string): string {
  userIds.set(cookie, userId);
  return cookie;
}

/** Returns the headers that a page of a test's user sends with every change. */
export function pageHeaders(cookie: string): Record<string, string> {
  const userId = userIds.get(cookie);
  return { cookie, ...(userId === undefined ? {} : { [pageUserHeader]: userId }) };
}

/**
 * Lets the app's `inject` state the user of the request's cookie, as a page does. A request with
 * its own header keeps it.
 */
export function stateUserOfCookie(app: FastifyInstance): void {
  const inject: (options: InjectOptions) => Promise<LightMyRequestResponse> = app.inject.bind(app);
  const injectAsPage = (options: InjectOptions | string) => {
    if (typeof options === 'string') return inject({ url: options });
    const { headers = {} } = options;
    const { cookie } = headers;
    return inject({
      ...options,
      headers: { ...(typeof cookie === 'string' ? pageHeaders(cookie) : {}), ...headers },
    });
  };
  Object.assign(app, { inject: injectAsPage });
}
