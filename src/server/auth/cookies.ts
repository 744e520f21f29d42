import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Env } from '#server/env.ts';
import { attemptLife } from './rules.ts';

export interface Cookie {
  name: string;
  options: CookieSerializeOptions & { path: '/' };
}

/**
 * A cookie that only this host gets and no script reads; `life` in milliseconds.
 * Browsers differ on whether http://localhost may set Secure or __Host- cookies, so plain http gets a
 * plain name; the settings refuse an http origin wherever the rules of production hold.
 */
export function hostCookie(env: Env, name: string, life: number): Cookie {
  const secure = env.APP_ORIGIN.startsWith('https://');
  return {
    name: secure ? `__Host-${name}` : name,
    // Lax, not Strict: the provider's redirect back is a cross-site navigation and must carry the cookie.
    options: { path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge: life / 1000 },
  };
}

/** Ties a sign-in that was begun to the browser that began it. */
export const attemptCookie = (env: Env): Cookie => hostCookie(env, 'oidc', attemptLife);
