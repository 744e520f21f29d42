import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const roleSchema = z.enum(['member', 'admin']);
export type Role = z.output<typeof roleSchema>;

export const userSchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  picture: z.string().nullable(),
  role: roleSchema,
});
export type User = z.output<typeof userSchema>;

export const getUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'The signed-in person',
  response: userSchema,
});

/** The paths whose word is the configured identity provider's lowercase name. */
export const signInPath = (identityProvider: string): string => `/auth/${identityProvider}`;
export const signOutPath = '/auth/logout';

/** Where a person may be sent after signing in: a path of this site, never another host. */
export function safeReturnPath(candidate: string | undefined): string {
  const fallback = '/app';
  if (candidate === undefined || candidate.length > 512) return fallback;
  if (!/^\/(?![/\\])[\w\-./?=&%+,:~#]*$/.test(candidate)) return fallback;
  if (/%(2f|5c|0d|0a|09)/i.test(candidate) || candidate.startsWith('/auth/')) return fallback;
  return candidate;
}
