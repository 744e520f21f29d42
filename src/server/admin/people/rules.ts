import { type AccessRules, type AdministratorAccount, administratorMemory, isAdministrator } from '#server/auth/administrator-rules.ts';
import { isAllowedAddress } from '#server/auth/rules.ts';
import { emailKey } from '#shared/core/text.ts';
import type { AdministratorEvent } from './queries.ts';

/** Why nobody may be invited by this address; null when somebody may. `allowedDomains` as the settings have them; empty lets every domain in. */
export function invitationProblem(email: string, allowedDomains: readonly string[]): string | null {
  if (isAllowedAddress(email, allowedDomains)) return null;
  return `must end in @${allowedDomains.join(' or @')}, because nobody else can sign in`;
}

/** Returns the accounts that are disabled and enabled together: all accounts with this account's e-mail address. */
export function accountsOfPerson(accounts: readonly AdministratorAccount[], userId: string): string[] {
  const email = accounts.find((account) => account.userId === userId)?.email;
  return email === undefined
    ? []
    : accounts.filter((account) => emailKey(account.email) === emailKey(email)).map((account) => account.userId);
}

/** Returns `true` when an administrator who can act remains once these accounts are excluded. */
export const keepsAdministrator = (accounts: readonly AdministratorAccount[], without: readonly string[], rules: AccessRules): boolean =>
  accounts.some((account) => !without.includes(account.userId) && isAdministrator(account, rules));

const momentIn = (timeZone: string, at: Date) => at.toLocaleString('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });

/** Returns one sentence or two about a change of administrators, for all administrators. */
export function eventText({ kind, name, at, by }: AdministratorEvent, timeZone: string): string {
  const author = by === null ? 'by a setting, a command or a first sign-in' : `by ${by}`;
  if (kind === 'added') return `${name} became an administrator on ${momentIn(timeZone, at)}, ${author}.`;
  const until = momentIn(timeZone, new Date(at.getTime() + administratorMemory));
  return `${name} stopped being an administrator on ${momentIn(timeZone, at)}, ${author}. Until ${until}, changes that need approval wait for a second administrator, even if only one is left.`;
}

/** Returns the sentences about an administrator whose removal waits for approval. */
export const removalText = ({ name, by }: { name: string; by: string }): string =>
  `${by} asked to remove ${name} as an administrator while another change waits for approval. Another administrator decides in Administration, Settings.`;
