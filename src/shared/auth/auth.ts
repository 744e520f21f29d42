import { endpoint } from '#shared/core/endpoint.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { userSchema } from '#shared/core/user.ts';

export const getUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'Get the signed-in user',
  response: userSchema,
});

/** Returns the path that starts a sign-in with the configured identity provider. */
export const buildSignInPath = (identityProvider: string): string => `/auth/${identityProvider}`;
export const signOutPath = '/auth/logout';

/** Maximum duration of a sign-in in minutes. */
export const signInMinutes = 10;

/**
 * Reasons for refusing a sign-in, shown to the user. None reveals anything about another account.
 */
export const signInRefusals = [
  'wrong_domain',
  'unverified',
  'disabled',
  'expired',
  'provider_down',
] as const;
export type SignInRefusal = (typeof signInRefusals)[number];

/**
 * Returns the path of the sign-in page that shows a refusal. A later sign-in continues to
 * `returnTo`.
 */
export function refusedSignInPath(reason: SignInRefusal, returnTo: string): string {
  return `${paths.employeeLogin}?reason=${reason}&returnTo=${encodeURIComponent(sanitizeReturnPath(returnTo))}`;
}

/**
 * Returns the path to open after the sign-in: `candidate` when it is a safe path to a page of this
 * site, otherwise the home page. Another host, an API call, the sign-in and paths over 512
 * characters are not safe.
 */
export function sanitizeReturnPath(candidate: string | undefined): string {
  const fallback = paths.home;
  if (candidate === undefined || candidate.length > 512) return fallback;
  // Backslashes, control characters and spaces are excluded: browsers remove or convert them, which
  // can turn a path into another host.
  if (!/^\/(?![/\\])[\w\-./?=&%+,:~#!'()*;]*$/.test(candidate)) return fallback;
  const [path = ''] = candidate.split(/[?#]/);
  if (/%(2f|5c|0d|0a|09|00)/i.test(path)) return fallback;
  const folders = path.slice(1).replace(/%2e/gi, '.').split('/');
  // With empty or dot segments, the path could be resolved to another address.
  if (
    folders.some(
      (folder, at) =>
        folder === '.' || folder === '..' || (folder === '' && at < folders.length - 1),
    )
  )
    return fallback;
  return /^\/(auth|api)(\/|$)/.test(path) ? fallback : candidate;
}
