import { isDeepStrictEqual } from 'node:util';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import type { ProspectDuplicates } from '../duplicates/prospect-duplicates.ts';
import type { ProspectRecord, SuppressedPhone } from './record-queries.ts';

interface PhoneIndexes {
  positions: ReadonlyMap<number, number>;
  records: ReadonlyMap<number, ProspectRecord>;
  /** Index of the prospects by phone number, among others. */
  duplicates: ProspectDuplicates;
  suppressedPhones: ReadonlyMap<string, SuppressedPhone>;
}

/** Returns the phone numbers whose suppression differs between two states of the list. */
export const changedPhones = (
  before: ReadonlyMap<string, SuppressedPhone>,
  after: ReadonlyMap<string, SuppressedPhone>,
): string[] =>
  before === after
    ? []
    : [...new Set([...before.keys(), ...after.keys()])].filter(
        (phone) => !isDeepStrictEqual(before.get(phone), after.get(phone)),
      );

/**
 * Applies the suppression of a phone number to the rows with that number, except to rows of
 * prospects with a suppression of their own. Returns the positions of the changed rows.
 */
export function suppressByPhone(
  rows: ListedProspect[],
  phone: string,
  { positions, records, duplicates, suppressedPhones }: PhoneIndexes,
): number[] {
  const suppression = suppressedPhones.get(phone);
  const source =
    suppression?.prospectId == null ? undefined : rows[positions.get(suppression.prospectId) ?? -1];
  const replaced: number[] = [];
  for (const id of duplicates.index.sharing('phone', phone)) {
    const at = positions.get(id) ?? -1;
    const row = rows[at];
    if (row === undefined) continue;
    const own = records.get(row.prospectId)?.doNotContact ?? null;
    const doNotContact = own ?? suppression?.reason ?? null;
    const suppressedBy = own === null ? (source?.name ?? null) : null;
    if (doNotContact === row.doNotContact && suppressedBy === row.suppressedBy) continue;
    rows[at] = { ...row, doNotContact, suppressedBy };
    replaced.push(at);
  }
  return replaced;
}
