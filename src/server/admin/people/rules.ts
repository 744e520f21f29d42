import {
  type AdminAndDomainSettings,
  type AdministratorAccount,
  formerAdministratorGraceMs,
  isActingAdministrator,
} from '#server/auth/administrator-rules.ts';
import { emailDomain } from '#shared/core/email-address.ts';
import { normalizeEmail } from '#shared/core/text.ts';
import { momentInWords } from '#shared/core/words.ts';
import type { AdministratorEvent } from './queries.ts';

/**
 * Returns the reason why an address cannot be invited; `null` when it can. An empty `domains`
 * allows every address.
 */
export function invitationProblem(email: string, domains: readonly string[]): string | null {
  if (hasEmailDomain(email, domains)) return null;
  return `must end in @${domains.join(' or @')}, because no other address can sign in`;
}

/** Returns `true` for an address in one of the domains. An empty `domains` allows every address. */
export const hasEmailDomain = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 || domains.includes(emailDomain(email) ?? '');

/**
 * Returns all accounts with the same email address as this account. They are disabled and enabled
 * together.
 */
export function accountsWithSameEmail(
  accounts: readonly AdministratorAccount[],
  userId: string,
): string[] {
  const email = accounts.find((account) => account.userId === userId)?.email;
  return email === undefined
    ? []
    : accounts
        .filter((account) => normalizeEmail(account.email) === normalizeEmail(email))
        .map((account) => account.userId);
}

/**
 * Returns `true` when an admin who has signed in and may still sign in remains after these users
 * are removed.
 */
export const doesAdministratorRemain = (
  accounts: readonly AdministratorAccount[],
  removedUserIds: readonly string[],
  rules: AdminAndDomainSettings,
): boolean =>
  accounts.some(
    (account) => !removedUserIds.includes(account.userId) && isActingAdministrator(account, rules),
  );

/** Returns one or two sentences about a change of admins, which all admins see. */
export function administratorEventText(
  { kind, name, at, by }: AdministratorEvent,
  timeZone: string,
): string {
  const author = by === null ? 'by a setting, a command or a first sign-in' : `by ${by}`;
  if (kind === 'added')
    return `${name} became an administrator on ${momentInWords(at, timeZone)}, ${author}.`;
  const until = momentInWords(new Date(at.getTime() + formerAdministratorGraceMs), timeZone);
  return `${name} stopped being an administrator on ${momentInWords(at, timeZone)}, ${author}. Until ${until}, changes that need approval wait for a second administrator, even if only one is left.`;
}

/** Returns the sentences about an admin whose removal waits for approval. */
export const pendingRemovalText = ({ name, by }: { name: string; by: string }): string =>
  `${by} asked to remove ${name} as an administrator while another change waits for approval. Another administrator has to approve it in Administration, Settings.`;
