import { normalizeEmail } from '#shared/core/text.ts';
import { countText, numberText } from '#shared/core/words.ts';
import type { ImportedOwner } from '#shared/imports/report.ts';

/** User who can own customers. */
export interface OwnerUser {
  /** Name with which the user signs in. */
  signInName: string;
  /** Displayed name, which differs from the names of all other users. */
  name: string;
  email: string;
  isActive: boolean;
}

/** Owner in the tables of the CRM. */
export interface StoredOwner {
  name: string;
  email: string;
}

/** Owner of customers as a file names it, with the person who will own them. */
export interface OwnerMatch {
  /** Displayed name of the owner. */
  name: string;
  signInName: string;
  email: string;
  problem: ImportedOwner['problem'];
}

/** Name and email address of an owner in a file; `null` for a missing one. */
function splitOwner(written: string): { name: string | null; email: string | null } {
  const [, name = '', address] = /^(.*?)\s*<([^<>@\s]+@[^<>@\s]+)>$/.exec(written) ?? [];
  if (address !== undefined)
    return { name: name.replace(/^"(.*)"$/, '$1') || null, email: normalizeEmail(address) };
  return /^[^\s@]+@[^\s@]+$/.test(written)
    ? { name: null, email: normalizeEmail(written.replace(/^mailto:/i, '')) }
    : { name: written, email: null };
}

const foldName = (name: string): string =>
  name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * Returns the user that an owner cell refers to, matched by email address or by a unique name.
 * Prefers active users. An unknown owner is kept by name.
 */
export function matchOwner(
  written: string,
  users: readonly OwnerUser[],
  stored: readonly StoredOwner[],
): OwnerMatch {
  const { name, email } = splitOwner(written);
  const byEmail = users.filter((user) => normalizeEmail(user.email) === email);
  const byName =
    name === null || byEmail.length > 0
      ? []
      : users.filter((user) =>
          [user.signInName, user.name].some((own) => foldName(own) === foldName(name)),
        );
  const found = byEmail.length > 0 ? byEmail : byName;
  const active = found.filter(({ isActive }) => isActive);
  const candidates = active.length > 0 ? active : found;
  const [user] = candidates;
  if (user !== undefined && candidates.length === 1)
    return { ...user, problem: user.isActive ? null : 'disabled' };
  const unknown = { name: name ?? written, signInName: name ?? written, email: email ?? '' };
  if (candidates.length > 1) return { ...unknown, problem: 'ambiguous' };
  const known = stored.find((owner) =>
    email === null
      ? foldName(owner.name) === foldName(unknown.name)
      : normalizeEmail(owner.email) === email,
  );
  return { ...unknown, ...(known && { name: known.name }), problem: 'noUser' };
}

/** Maximum number of owners without a user that an import creates. More are probably other data. */
export const mostUnknownOwners = 200;
const mostNamed = 10;

const problemTexts: Record<NonNullable<ImportedOwner['problem']>, string> = {
  noUser: 'no such user',
  disabled: 'disabled user',
  ambiguous: 'several users have this name: not assigned',
  notAssigned: 'no such user: not assigned',
};

const quoted = ({ name, problem }: ImportedOwner) =>
  problem === null ? name : `“${name}” (${problemTexts[problem]})`;

/** Returns notes for users on the owners of imported customers. */
export function ownerNotes(owners: readonly ImportedOwner[] = []): string[] {
  const [first, ...others] = owners;
  if (first === undefined) return [];
  const named = others.slice(0, mostNamed - 1);
  const rest = others.slice(mostNamed - 1);
  const texts = [
    `${countText(first.customers, 'customer')} to ${quoted(first)}`,
    ...named.map((owner) => `${numberText(owner.customers)} to ${quoted(owner)}`),
    ...(rest.length === 0
      ? []
      : [
          `${numberText(rest.reduce((sum, { customers }) => sum + customers, 0))} to ${countText(rest.length, 'other owner')}`,
        ]),
  ];
  const notAssigned = owners.filter(({ problem }) => problem === 'notAssigned').length;
  return [
    `Owners: ${texts.join(', ')}.`,
    ...(notAssigned === 0
      ? []
      : [
          `${numberText(notAssigned)} different owners are no users. An import creates at most ${mostUnknownOwners} such owners, so this column probably has other data.`,
        ]),
  ];
}
