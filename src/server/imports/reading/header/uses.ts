import { productKeys, products } from '#shared/core/products.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import { practiceFields } from '../practice-fields.ts';
import { knownColumnHeaders } from './columns.ts';
import { findHeaderColumns } from './header.ts';
import type { ColumnMapping } from './known-headers.ts';

/** Use of each header: a column or product of Chairside; `null` for an unused header. */
export type ColumnUses = Readonly<Record<string, string | null>>;

const titles: Record<string, string> = {
  institutionId: 'Customer ID',
  locationId: 'Location ID',
  chairsideInstitutionId: 'Chairside institution ID',
  chairsideLocationId: 'Chairside location ID',
  isOrganization: 'Is an organization (yes or no)',
  isPerson: 'Is a person (yes or no)',
  recordKind: 'Organization or person',
  owner: 'Owner (name or email of a user)',
  product: 'Product',
  day: 'Day',
  value: 'Usage',
  entitled: 'Entitled (yes or no)',
  from: 'First day',
  to: 'Last day',
  lossId: 'Notice ID',
  noticedOn: 'Day of the notice',
  effectiveOn: 'Last day as a customer',
  reason: 'Reason',
  reasonDetail: 'Reason in detail',
  avoidable: 'Avoidable',
  competitor: 'Competitor',
  monthlyAmount: 'Monthly amount',
  yearlyAmount: 'Yearly amount',
  locationsLost: 'Locations lost',
  winBackOn: 'Win-back date',
  contactId: 'Contact ID',
  contactName: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  role: 'Role',
  email: 'Email',
  prospectId: 'Prospect ID',
  prospectName: 'Name',
  website: 'Website',
  locationCount: 'Number of locations',
  businessType: 'Kind of practice',
  contractId: 'Contract ID',
  startsOn: 'First day',
  endsOn: 'Last day',
  ...Object.fromEntries(practiceFields.map(({ key, title }) => [key, title])),
};

/** Returns the possible uses of a column in this kind of file, with titles. */
export const listPossibleColumnUses = (kind: ImportKind): { key: string; title: string }[] => [
  ...Object.keys(knownColumnHeaders[kind]).map((key) => ({ key, title: titles[key] ?? key })),
  ...(kind === 'usage'
    ? productKeys.map((key) => ({ key, title: `Usage of ${products[key].name}` }))
    : []),
];

/**
 * Returns the import settings for the wanted `uses` of columns. `mapping` contains each use that
 * differs from the detected use. `mapping` also contains uses that were guessed, so that the import
 * treats them as confirmed. `unused` lists headers to ignore.
 */
export function buildMappingFromColumnUses(
  kind: ImportKind,
  header: readonly string[],
  uses: ColumnUses,
): { mapping: ColumnMapping; unused: string[] } {
  const { uses: detected, guessed } = findHeaderColumns(kind, header);
  const mapping: Record<string, string> = {};
  const unused: string[] = [];
  header.forEach((name, place) => {
    if (header.indexOf(name) < place || !Object.hasOwn(uses, name)) return;
    const use = uses[name] ?? null;
    if (use === null) unused.push(name);
    else if (use !== detected[place] || guessed.has(use)) mapping[use] = name;
  });
  return { mapping, unused };
}
