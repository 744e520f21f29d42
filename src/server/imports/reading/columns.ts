import type { ImportKind } from '#shared/imports/report.ts';
import { type PracticeFieldKey, practiceFields } from '../practices/practice-fields.ts';

/** As `npm run export -- practices` writes them. */
const ownIds = {
  chairsideInstitutionId: ['chairside institution id', 'chairside customer id'],
  chairsideLocationId: ['chairside location id', 'chairside practice id'],
} as const;

const institutionIds = [
  'institution id',
  'customer id',
  'account id',
  'account id 18',
  'account 18 digit id',
  'case safe id',
  'organization id',
  'org id',
  'company id',
  'client id',
  'do not modify account',
  'institution number',
  'customer number',
  'account number',
  'practice group id',
  'record id',
] as const;

const locationIds = [
  'location id',
  'practice id',
  'site id',
  'office id',
  'clinic id',
  'facility id',
  'location number',
  'practice number',
] as const;

const practiceHeaders = Object.fromEntries(
  practiceFields.map(({ key, headers }): [PracticeFieldKey, readonly string[]] => [key, headers]),
) as Record<PracticeFieldKey, readonly string[]>;

/**
 * What each kind of file may bring, with the headers each column is known by: as people write them and as Salesforce, HubSpot,
 * Dynamics and Pipedrive export them, in the order of preference. Written to be read; folded for comparing.
 */
export const columns = {
  practices: {
    institutionId: [...institutionIds, 'id'],
    locationId: [...locationIds, 'id'],
    ...practiceHeaders,
  },
  usage: {
    ...ownIds,
    institutionId: institutionIds,
    locationId: locationIds,
    product: ['product', 'product key', 'product name', 'feature', 'feature name', 'module'],
    day: ['date', 'day', 'usage date', 'usage day', 'activity date', 'report date', 'reported on'],
    value: ['value', 'usage', 'count', 'uses', 'quantity', 'amount', 'total', 'events', 'volume'],
  },
  entitlements: {
    chairsideInstitutionId: ownIds.chairsideInstitutionId,
    institutionId: institutionIds,
    product: ['product', 'product key', 'product name', 'feature', 'feature name', 'module'],
    entitled: ['entitled', 'is entitled', 'enabled', 'is enabled', 'active', 'is active', 'has product', 'licensed', 'purchased'],
    from: ['from', 'valid from', 'start', 'start date', 'entitled from', 'effective date', 'effective from', 'begin date', 'since'],
    to: [
      'to',
      'valid to',
      'until',
      'end',
      'end date',
      'entitled to',
      'entitled until',
      'expires',
      'expiration date',
      'valid until',
      'through',
    ],
  },
} as const satisfies Record<ImportKind, Record<string, readonly string[]>>;

export type Column<Kind extends ImportKind> = keyof (typeof columns)[Kind] & string;

export const dateColumns: Record<ImportKind, readonly string[]> = {
  practices: practiceFields.filter(({ reader }) => reader.isDate).map(({ key }) => key),
  usage: ['day'],
  entitlements: ['from', 'to'],
};
