import type { Role } from '#shared/core/user.ts';
import { effectiveRole, isAllowedAccount } from './rules.ts';

/** Milliseconds for which a former administrator still counts as a second person. */
export const formerAdministratorMs = 72 * 60 * 60_000;

/** Time during which a user was an administrator, from `since` to just before `until`. */
export interface AdministratorPeriod {
  userId: string;
  since: Date;
  /** `null` for a current administrator. */
  until: Date | null;
  /** Administrator who made this user one; `null` for a setting, a command or a first sign-in. */
  startedBy: string | null;
}

export interface AdministratorAccount {
  userId: string;
  email: string;
  /** Organization that the provider named at the newest sign-in; `null` when it named none. */
  hostedDomain: string | null;
  role: Role;
  /** Administrator who gave the role; `null` for a setting, a command or a first sign-in. */
  roleGivenBy: string | null;
  status: 'active' | 'disabled';
  createdAt: Date;
  /** `null` for an account that never signed in. */
  lastSignInAt: Date | null;
}

export interface AccessRules {
  adminEmails: readonly string[];
  allowedDomains: readonly string[];
}

/**
 * Returns `true` for an administrator who can act: active, signed in before, and still allowed to
 * sign in.
 */
export const isAdministrator = (
  account: AdministratorAccount,
  { adminEmails, allowedDomains }: AccessRules,
): boolean =>
  account.status === 'active' &&
  account.lastSignInAt !== null &&
  isAllowedAccount(account, allowedDomains) &&
  effectiveRole({ email: account.email, storedRole: account.role }, adminEmails) === 'admin';

/**
 * Returns the periods to start and to end so that the record matches the administrators at `at`. In
 * an empty record, periods start at the creation of the account, because nothing is known of the
 * time before the record.
 */
export function administratorPeriodChanges(
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

/** Returns `true` while a period lasts and for 72 hours after it. */
const countsAt = ({ until }: AdministratorPeriod, at: Date): boolean =>
  until === null || at.getTime() - until.getTime() < formerAdministratorMs;

/**
 * Returns `true` when a change by this user waits for approval: another user is an administrator,
 * or was one within 72 hours.
 */
export const hasSecondAdministrator = (
  periods: readonly AdministratorPeriod[],
  userId: string,
  at: Date,
): boolean => periods.some((period) => period.userId !== userId && countsAt(period, at));

/** Returns `true` when the user is an administrator, or was one within 72 hours. */
export const wasRecentlyAdministrator = (
  periods: readonly AdministratorPeriod[],
  userId: string,
  at: Date,
): boolean => periods.some((period) => period.userId === userId && countsAt(period, at));

/**
 * Returns why a user may not approve a change, or `null`. An approver was an administrator when the
 * change was requested, and was not made an administrator by its proposer within the 72 hours
 * before while there was another administrator.
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
    requestedAt.getTime() - period.since.getTime() < formerAdministratorMs;
  const isOther = ({ userId }: AdministratorPeriod) => userId !== approver && userId !== proposer;
  const hadOther = periods.some(
    (each) => isOther(each) && each.since <= period.since && countsAt(each, period.since),
  );
  return isMadeLately && hadOther ? 'made by the proposer' : null;
}
