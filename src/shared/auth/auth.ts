import { endpoint } from '#shared/core/endpoint.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { userSchema } from '#shared/core/user.ts';

export const getUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'The signed-in person',
  response: userSchema,
});

/** The paths whose word is the configured identity provider's lowercase name. */
export const signInPath = (identityProvider: string): string => `/auth/${identityProvider}`;
export const signOutPath = '/auth/logout';

/** How long a sign-in may take. */
export const signInMinutes = 10;

/** Why a sign-in ended at the door. Each is said to whoever was refused, and none says anything of another account. */
export const signInRefusals = ['wrong_domain', 'unverified', 'disabled', 'expired', 'provider_down'] as const;
export type SignInRefusal = (typeof signInRefusals)[number];

/** The sign-in page that says why, and comes back to `returnTo` when it goes well. */
export function refusedSignInPath(reason: SignInRefusal, returnTo: string): string {
  return `${paths.employeeLogin}?reason=${reason}&returnTo=${encodeURIComponent(safeReturnPath(returnTo))}`;
}

/**
 * Where a person may be sent after signing in: a page of this site with at most 512 characters, never
 * another host, a call, or the sign-in itself. Anything else becomes the map.
 */
export function safeReturnPath(candidate: string | undefined): string {
  const fallback = paths.home;
  if (candidate === undefined || candidate.length > 512) return fallback;
  // No backslash, control character or space: browsers drop or turn them, and a path becomes another host.
  if (!/^\/(?![/\\])[\w\-./?=&%+,:~#!'()*;]*$/.test(candidate)) return fallback;
  const [path = ''] = candidate.split(/[?#]/);
  if (/%(2f|5c|0d|0a|09|00)/i.test(path)) return fallback;
  const folders = path.slice(1).replace(/%2e/gi, '.').split('/');
  // Empty and dot segments would let an address be read as another one further on.
  if (folders.some((folder, at) => folder === '.' || folder === '..' || (folder === '' && at < folders.length - 1))) return fallback;
  return /^\/(auth|api)(\/|$)/.test(path) ? fallback : candidate;
}
