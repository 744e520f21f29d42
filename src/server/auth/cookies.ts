import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Env } from '#server/core/env/env.ts';
import { signInAttemptLifetimeMs } from './rules.ts';

export interface Cookie {
  name: string;
  options: CookieSerializeOptions & { path: '/' };
}

/**
 * Returns a cookie that browsers send only to this host and hide from scripts. `life` is in
 * milliseconds. Browsers differ in whether http://localhost may set cookies with Secure or the
 * prefix __Host-. Therefore, http uses a name without the prefix. In production, the settings
 * reject an http origin.
 */
export function hostCookie(env: Env, name: string, life: number): Cookie {
  const secure = env.APP_ORIGIN.startsWith('https://');
  return {
    name: secure ? `__Host-${name}` : name,
    // With 'strict', the browser would not send the cookie after the provider's redirect, which is
    // a cross-site navigation.
    options: { path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge: life / 1000 },
  };
}

/** Returns the cookie that binds a sign-in attempt to the browser that started it. */
export const buildSignInAttemptCookie = (env: Env): Cookie =>
  hostCookie(env, 'oidc', signInAttemptLifetimeMs);
