import {
  type AccessRules,
  type AdministratorAccount,
  formerAdministratorMs,
  isAdministrator,
} from '#server/auth/administrator-rules.ts';
import { emailDomain } from '#shared/core/email-address.ts';
import { emailKey } from '#shared/core/text.ts';
import { momentInWords } from '#shared/core/words.ts';
import type { AdministratorEvent } from './queries.ts';

/** Returns why this address may not be invited, or `null`. Without `domains`, every address may. */
export function invitationProblem(email: string, domains: readonly string[]): string | null {
  if (hasEmailDomain(email, domains)) return null;
  return `must end in @${domains.join(' or @')}, because no other address can sign in`;
}

/**
 * Returns `true` for an address in one of these domains, and for every address when there are none.
 */
export const hasEmailDomain = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 || domains.includes(emailDomain(email) ?? '');

/**
 * Returns the accounts that are disabled and enabled together: all accounts with this account's
 * email address.
 */
export function accountsOfPerson(
  accounts: readonly AdministratorAccount[],
  userId: string,
): string[] {
  const email = accounts.find((account) => account.userId === userId)?.email;
  return email === undefined
    ? []
    : accounts
        .filter((account) => emailKey(account.email) === emailKey(email))
        .map((account) => account.userId);
}

/** Returns `true` when, apart from the accounts `without`, an administrator who can act remains. */
export const keepsAdministrator = (
  accounts: readonly AdministratorAccount[],
  without: readonly string[],
  rules: AccessRules,
): boolean =>
  accounts.some((account) => !without.includes(account.userId) && isAdministrator(account, rules));

/** Returns one sentence or two about a change of administrators, for all administrators. */
export function administratorEventText(
  { kind, name, at, by }: AdministratorEvent,
  timeZone: string,
): string {
  const author = by === null ? 'by a setting, a command or a first sign-in' : `by ${by}`;
  if (kind === 'added')
    return `${name} became an administrator on ${momentInWords(at, timeZone)}, ${author}.`;
  const until = momentInWords(new Date(at.getTime() + formerAdministratorMs), timeZone);
  return `${name} stopped being an administrator on ${momentInWords(at, timeZone)}, ${author}. Until ${until}, changes that need approval wait for a second administrator, even if only one is left.`;
}

/** Returns the sentences about an administrator whose removal waits for approval. */
export const pendingRemovalText = ({ name, by }: { name: string; by: string }): string =>
  `${by} asked to remove ${name} as an administrator while another change waits for approval. Another administrator has to approve it in Administration, Settings.`;
