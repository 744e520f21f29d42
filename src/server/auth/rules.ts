import { clockSkewToleranceMs } from '#server/core/clock/rules.ts';
import { hasOrganizationClaim } from '#server/core/identity-issuer.ts';
import type { Identity } from '#server/core/providers/identity.ts';
import { type SignInRefusal, signInMinutes } from '#shared/auth/auth.ts';
import { emailDomain, lowercaseIfPrintableAscii } from '#shared/core/email-address.ts';
import type { Role } from '#shared/core/user.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Maximum idle time of a session, in milliseconds. */
const sessionIdle = 8 * hour;
/** Maximum age of a session, in milliseconds. */
export const sessionLifetimeMs = 24 * hour;
/** Maximum duration of a sign-in, in milliseconds. */
export const signInAttemptLifetimeMs = signInMinutes * minute;
/** Minimum interval between updates of `last_seen_at`, in milliseconds. */
export const sessionLastUseUpdateIntervalMs = minute;

interface SessionTimes {
  createdAt: Date;
  lastSeenAt: Date;
}

/**
 * Returns `true` when `from` is less than `life` milliseconds ago. A time in the future, which a
 * wrong clock wrote, does not count.
 */
function isWithin(life: number, from: Date, now: Date): boolean {
  const age = now.getTime() - from.getTime();
  return age < life && age >= -clockSkewToleranceMs;
}

/**
 * Returns `true` while a session is valid: within 8 hours of its last use and 24 hours of its
 * start.
 */
export function isSessionAlive({ createdAt, lastSeenAt }: SessionTimes, now: Date): boolean {
  return isWithin(sessionLifetimeMs, createdAt, now) && isWithin(sessionIdle, lastSeenAt, now);
}

export const isSignInAttemptAlive = (createdAt: Date, now: Date): boolean =>
  isWithin(signInAttemptLifetimeMs, createdAt, now);

/**
 * Returns the reason why a verified identity cannot sign in; `null` when it can. `allowedDomains`
 * are lowercase and must match exactly, not as a suffix. An empty list allows every verified
 * address. The settings permit an empty list only on this machine.
 */
export function findSignInRefusal(
  identity: Identity,
  allowedDomains: readonly string[],
): SignInRefusal | null {
  if (!identity.emailVerified) return 'unverified';
  if (emailDomain(identity.email) === undefined) return 'wrong_domain';
  return isAllowedAccount(identity, allowedDomains) ? null : 'wrong_domain';
}

interface AccountDomains {
  email: string;
  /**
   * Organization of the account (for Google, its domain) that the identity provider reported at the
   * sign-in; `null` when the provider reported none.
   */
  hostedDomain: string | null;
}

/**
 * Returns the domain that decides whether an account can sign in. This is the domain of the
 * organization or, without an organization, of the email address.
 */
export const signInDomain = ({ email, hostedDomain }: AccountDomains): string | undefined =>
  hostedDomain === null ? emailDomain(email) : lowercaseIfPrintableAscii(hostedDomain);

/**
 * Returns `true` when the account can sign in under the allowed domains. An empty list allows every
 * domain.
 */
export const isAllowedAccount = (
  account: AccountDomains,
  allowedDomains: readonly string[],
): boolean => allowedDomains.length === 0 || allowedDomains.includes(signInDomain(account) ?? '');

/**
 * Returns the domains that an email address must have to sign in. Returns an empty list when any
 * address can sign in. Also returns an empty list when the provider names organizations, because
 * the organization of an address is unknown before the first sign-in.
 */
export const computeRequiredEmailDomains = (
  allowedDomains: readonly string[],
  issuer: string | undefined,
): readonly string[] => (hasOrganizationClaim(issuer) ? [] : allowedDomains);

/** Returns the effective role: admin for an address in ADMIN_EMAILS, otherwise the stored role. */
export function effectiveRole(
  person: { email: string; storedRole: Role },
  adminEmails: readonly string[],
): Role {
  const address = lowercaseIfPrintableAscii(person.email);
  return address !== undefined && adminEmails.includes(address) ? 'admin' : person.storedRole;
}

interface UnsafeRequest {
  secFetchSite: string | undefined;
  origin: string | undefined;
  contentType: string | undefined;
  hasBody: boolean;
}

/**
 * Returns the status with which a state-changing request is rejected before it is processed; `null`
 * when it is accepted. The status is 403 unless the browser states that the request comes from
 * Chairside's own pages. It is 415 unless the body is JSON or has the type `bodyType`, which the
 * path accepts.
 */
export function requestRejectionStatus(
  request: UnsafeRequest,
  appOrigin: string,
  bodyType?: string,
): 403 | 415 | null {
  const sameOrigin =
    request.secFetchSite === undefined
      ? request.origin === appOrigin
      : request.secFetchSite === 'same-origin';
  if (!sameOrigin) return 403;
  const mediaType = request.contentType?.split(';')[0]?.trim().toLowerCase();
  const isTaken =
    mediaType === 'application/json' || (mediaType !== undefined && mediaType === bodyType);
  return request.hasBody && !isTaken ? 415 : null;
}
