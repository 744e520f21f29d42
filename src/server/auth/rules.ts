import { type Role, type SignInRefusal, signInMinutes } from '#shared/auth.ts';
import { skewTolerance } from '../core/clock/rules.ts';
import type { Identity } from '../providers/identity.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How long a session lives without use, and in all; how long a sign-in may take. Milliseconds. */
const sessionIdle = 8 * hour;
export const sessionLife = 24 * hour;
export const attemptLife = signInMinutes * minute;
/** How often `last_seen_at` is written while a session is in use. */
export const sessionTouch = minute;

interface SessionTimes {
  createdAt: Date;
  lastSeenAt: Date;
}

/** Whether `from` lies less than `life` milliseconds back. A date in the future, which a wrong clock has written, does not count. */
function isWithin(life: number, from: Date, now: Date): boolean {
  const age = now.getTime() - from.getTime();
  return age < life && age >= -skewTolerance;
}

/** Whether a session still opens the door at `now`: within 8 h of its last use and 24 h of its start. */
export function isSessionAlive({ createdAt, lastSeenAt }: SessionTimes, now: Date): boolean {
  return isWithin(sessionLife, createdAt, now) && isWithin(sessionIdle, lastSeenAt, now);
}

export const isAttemptAlive = (createdAt: Date, now: Date): boolean => isWithin(attemptLife, createdAt, now);

/**
 * Lowercase, for comparing; undefined when there is any character outside of plain ASCII. Lowercasing
 * alone would turn the Kelvin sign into a k, and so a look-alike address into the real one.
 */
function plainLowercase(text: string): string | undefined {
  return /^[\x21-\x7e]+$/.test(text) ? text.toLowerCase() : undefined;
}

/** The domain of an address with exactly one @, lowercase; undefined when there is none that can be trusted. */
export function emailDomain(email: string): string | undefined {
  const [name, domain, ...rest] = (plainLowercase(email) ?? '').split('@');
  if (!name || !domain || rest.length > 0) return undefined;
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain) ? domain : undefined;
}

/**
 * Whether a proven identity may come in. `allowedDomains` are lowercase and match exactly, never as a
 * suffix; an empty list lets every verified address in, which only the demo does.
 */
export function admit(identity: Identity, allowedDomains: readonly string[]): SignInRefusal | null {
  if (!identity.emailVerified) return 'unverified';
  const ofAddress = emailDomain(identity.email);
  if (ofAddress === undefined) return 'wrong_domain';
  if (allowedDomains.length === 0) return null;
  const domain = identity.hostedDomain === null ? ofAddress : plainLowercase(identity.hostedDomain);
  return domain !== undefined && allowedDomains.includes(domain) ? null : 'wrong_domain';
}

interface RoleFacts {
  email: string;
  /** Lowercase addresses. */
  adminEmails: readonly string[];
  isFirstUser: boolean;
  /** Undefined for somebody new. */
  current: Role | undefined;
}

/**
 * An address of ADMIN_EMAILS is an admin from its next sign-in on. Where nobody is named, the first
 * person ever to sign in is. Nobody loses the role by signing in.
 */
export function roleAtSignIn({ email, adminEmails, isFirstUser, current }: RoleFacts): Role {
  const address = plainLowercase(email);
  if (address !== undefined && adminEmails.includes(address)) return 'admin';
  if (current !== undefined) return current;
  return isFirstUser && adminEmails.length === 0 ? 'admin' : 'member';
}

interface UnsafeRequest {
  secFetchSite: string | undefined;
  origin: string | undefined;
  contentType: string | undefined;
  hasBody: boolean;
}

/**
 * What to answer to a state-changing request before anything else looks at it: 403 unless the browser says
 * that it comes from our own pages, 415 unless its body is JSON, null when it may pass.
 */
export function judgeOrigin(request: UnsafeRequest, appOrigin: string): 403 | 415 | null {
  const sameOrigin = request.secFetchSite === undefined ? request.origin === appOrigin : request.secFetchSite === 'same-origin';
  if (!sameOrigin) return 403;
  const mediaType = request.contentType?.split(';')[0]?.trim().toLowerCase();
  return request.hasBody && mediaType !== 'application/json' ? 415 : null;
}
