import type { Role } from '#shared/core/user.ts';
import { effectiveRole, isAllowedAccount } from './rules.ts';

/**
 * Milliseconds for which a former admin still counts as a second admin. Otherwise, an admin could
 * remove the other admins and then make changes without approval.
 */
export const formerAdministratorGraceMs = 72 * 60 * 60_000;

/** Period during which a user was an admin, from `since` (included) to `until` (excluded). */
export interface AdministratorPeriod {
  userId: string;
  since: Date;
  /** End of the period; `null` for a current admin. */
  until: Date | null;
  /**
   * User id of the admin who made this user an admin; `null` when the role came from a setting, a
   * command or the first sign-in.
   */
  startedBy: string | null;
}

export interface AdministratorAccount {
  userId: string;
  email: string;
  /**
   * Organization of the account (for Google, its domain) that the identity provider reported at the
   * newest sign-in; `null` when the provider reported none.
   */
  hostedDomain: string | null;
  role: Role;
  /**
   * User id of the admin who assigned the role; `null` when the role came from a setting, a command
   * or the first sign-in.
   */
  roleGivenBy: string | null;
  status: 'active' | 'disabled';
  createdAt: Date;
  /** `null` for an account that never signed in. */
  lastSignInAt: Date | null;
}

export interface AdminAndDomainSettings {
  adminEmails: readonly string[];
  allowedDomains: readonly string[];
}

/**
 * Returns `true` for an admin who is able to act: an active account that has signed in and may
 * still sign in.
 */
export const isActingAdministrator = (
  account: AdministratorAccount,
  { adminEmails, allowedDomains }: AdminAndDomainSettings,
): boolean =>
  account.status === 'active' &&
  account.lastSignInAt !== null &&
  isAllowedAccount(account, allowedDomains) &&
  effectiveRole({ email: account.email, storedRole: account.role }, adminEmails) === 'admin';

/**
 * Compares the recorded periods with the users who are admins at the time `at`. Returns the periods
 * to start and to end. When no period is recorded yet, each period starts with the creation of the
 * account, because earlier role changes are unknown.
 */
export function computeAdministratorPeriodChanges(
  periods: readonly AdministratorPeriod[],
  administrators: readonly Pick<AdministratorAccount, 'userId' | 'createdAt'>[],
  at: Date,
): { started: { userId: string; since: Date }[]; ended: string[] } {
  const open = new Set(periods.filter(({ until }) => until === null).map(({ userId }) => userId));
  const current = new Set(administrators.map(({ userId }) => userId));
  const sinceOf = (createdAt: Date) => (periods.length === 0 && createdAt < at ? createdAt : at);
  return {
    started: administrators
      .filter(({ userId }) => !open.has(userId))
      .map(({ userId, createdAt }) => ({ userId, since: sinceOf(createdAt) })),
    ended: [...open].filter((userId) => !current.has(userId)),
  };
}

/** Returns `true` during a period and for 72 hours after its end. */
const countsAt = ({ until }: AdministratorPeriod, at: Date): boolean =>
  until === null || at.getTime() - until.getTime() < formerAdministratorGraceMs;

/**
 * Returns `true` when a change by this user needs approval. This is the case when another user is
 * an admin, or was one within the last 72 hours.
 */
export const isApprovalRequired = (
  periods: readonly AdministratorPeriod[],
  userId: string,
  at: Date,
): boolean => periods.some((period) => period.userId !== userId && countsAt(period, at));

/** Returns `true` when the user is an admin or was an admin within the last 72 hours. */
export const wasRecentlyAdministrator = (
  periods: readonly AdministratorPeriod[],
  userId: string,
  at: Date,
): boolean => periods.some((period) => period.userId === userId && countsAt(period, at));

/**
 * Returns the reason why a user cannot approve a change; `null` when the user can.
 * - `came later`: the approver was not an admin at the time of the request.
 * - `made by the proposer`: the proposer made the approver an admin within the 72 hours before the
 *   request. Not a reason when there was no third admin at the time of the addition.
 */
export function approvalProblem(
  periods: readonly AdministratorPeriod[],
  { approver, proposer, requestedAt }: { approver: string; proposer: string; requestedAt: Date },
): 'came later' | 'made by the proposer' | null {
  const isOpenAt = ({ since, until }: AdministratorPeriod) =>
    since <= requestedAt && (until === null || until > requestedAt);
  const period = periods.find((each) => each.userId === approver && isOpenAt(each));
  if (period === undefined) return 'came later';
  const isMadeLately =
    period.startedBy === proposer &&
    requestedAt.getTime() - period.since.getTime() < formerAdministratorGraceMs;
  const isOther = ({ userId }: AdministratorPeriod) => userId !== approver && userId !== proposer;
  const hadOther = periods.some(
    (each) => isOther(each) && each.since <= period.since && countsAt(each, period.since),
  );
  return isMadeLately && hadOther ? 'made by the proposer' : null;
}
