import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Env } from '#server/core/env/env.ts';
import { signInAttemptLifetimeMs } from './rules.ts';

export interface Cookie {
  name: string;
  options: CookieSerializeOptions & { path: '/' };
}

/**
 * Returns a cookie that is sent to this host only and hidden from scripts; `life` is in
 * milliseconds. Browsers differ on whether http://localhost may set Secure or __Host- cookies, so
 * plain http uses a plain name. The settings reject an http origin in production.
 */
export function hostCookie(env: Env, name: string, life: number): Cookie {
  const secure = env.APP_ORIGIN.startsWith('https://');
  return {
    name: secure ? `__Host-${name}` : name,
    // Lax, not Strict: the provider's redirect back is a cross-site navigation and must carry the
    // cookie.
    options: { path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge: life / 1000 },
  };
}

/** Returns the cookie that binds a sign-in attempt to the browser that began it. */
export const signInAttemptCookie = (env: Env): Cookie =>
  hostCookie(env, 'oidc', signInAttemptLifetimeMs);
