import type { Env } from './env.ts';

/**
 * Scripts and workers only from this site. Inline styles are allowed because Mantine needs them.
 * A map style from elsewhere brings its own host for tiles, glyphs and sprites.
 */
export function contentSecurityPolicy(env: Pick<Env, 'MAP_STYLE_URL'>): Record<string, string[]> {
  const tiles = env.MAP_STYLE_URL === undefined ? [] : [new URL(env.MAP_STYLE_URL).origin];
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'worker-src': ["'self'"],
    'connect-src': ["'self'", ...tiles],
    'img-src': ["'self'", 'data:', 'blob:', ...tiles],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
}
