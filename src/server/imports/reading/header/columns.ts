import type { ImportKind } from '#shared/imports/report.ts';
import { type PracticeFieldKey, practiceFields } from '../practice-fields.ts';

/** Headers of Chairside's internal ids, as written by `npm run export -- practices`. */
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
  'account name id',
  'sales account id',
  'practice group id',
  'record id',
] as const;

/**
 * Headers of customer numbers that users assign by hand. An id assigned by the system is preferred.
 */
const institutionNumbers = ['institution number', 'customer number', 'account number'] as const;
/** Headers of a row's id in exports from Monday. */
const itemIds = ['item id', 'item id auto generated', 'pulse id'] as const;

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

/** Headers of the owner of a customer. Email addresses are preferred to names. */
const ownerHeaders = [
  'owner email',
  'account owner email',
  'csm email',
  'account manager email',
  'owner',
  'owner name',
  'account owner',
  'account owner name',
  'company owner',
  'customer owner',
  'organization owner',
  'csm',
  'csm name',
  'customer success manager',
  'success manager',
  'account manager',
  'relationship manager',
  'assigned to',
] as const;

const monthlyAmounts = [
  'monthly amount',
  'monthly revenue',
  'mrr',
  'mrr lost',
  'monthly revenue lost',
  'monthly fee',
  'amount per month',
] as const;

const practiceHeaders = Object.fromEntries(
  practiceFields.map(({ key, headers }): [PracticeFieldKey, readonly string[]] => [key, headers]),
) as Record<PracticeFieldKey, readonly string[]>;

/**
 * Columns of each kind of file with their recognized headers, in order of preference. The headers
 * are those that users write and that Salesforce, HubSpot, Dynamics, Pipedrive, Zoho, Zendesk Sell,
 * Freshsales, Monday and Airtable export. Case and punctuation are ignored.
 */
export const knownColumnHeaders = {
  practices: {
    institutionId: [
      ...[...institutionIds, ...itemIds, 'id', ...institutionNumbers],
      ...ownIds.chairsideInstitutionId,
    ],
    locationId: [...locationIds, 'id'],
    // Some systems export organizations and people in the same list.
    isOrganization: ['is organization', 'is company', 'is account', 'is business'],
    isPerson: ['is person', 'is individual', 'is contact', 'is person account'],
    recordKind: ['record type', 'record kind', 'entity type', 'contact type'],
    ...practiceHeaders,
    owner: ownerHeaders,
  },
  usage: {
    ...ownIds,
    institutionId: [...institutionIds, ...institutionNumbers],
    locationId: locationIds,
    product: ['product', 'product key', 'product name', 'feature', 'feature name', 'module'],
    day: [
      'date',
      'day',
      'usage date',
      'usage day',
      'activity date',
      'report date',
      'reported on',
      'event date',
      'sent at',
      'occurred at',
      'timestamp',
      'event time',
      'event timestamp',
    ],
    value: ['value', 'usage', 'count', 'uses', 'quantity', 'amount', 'total', 'events', 'volume'],
  },
  entitlements: {
    chairsideInstitutionId: ownIds.chairsideInstitutionId,
    institutionId: [...institutionIds, ...institutionNumbers],
    product: ['product', 'product key', 'product name', 'feature', 'feature name', 'module'],
    entitled: [
      'entitled',
      'is entitled',
      'enabled',
      'is enabled',
      'active',
      'is active',
      'has product',
      'licensed',
      'purchased',
    ],
    from: [
      'from',
      'valid from',
      'start',
      'start date',
      'entitled from',
      'effective date',
      'effective from',
      'begin date',
      'since',
    ],
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
  churn: {
    chairsideInstitutionId: ownIds.chairsideInstitutionId,
    institutionId: [...institutionIds, ...institutionNumbers],
    lossId: ['loss id', 'churn id', 'cancellation id', 'cancellation number'],
    noticedOn: [
      'notice',
      'notice date',
      'noticed on',
      'date of notice',
      'cancellation date',
      'cancel date',
      'cancelledOn',
      'churn notice date',
    ],
    effectiveOn: [
      'effective date',
      'effective on',
      'churn date',
      'churned on',
      'end date',
      'left on',
      'termination date',
      'last day',
    ],
    reason: [
      'reason',
      'churn reason',
      'cancellation reason',
      'cancel reason',
      'loss reason',
      'primary reason',
      'stated reason',
    ],
    reasonDetail: [
      'reason detail',
      'detail',
      'sub reason',
      'secondary reason',
      'churn reason detail',
    ],
    avoidable: ['avoidable', 'is avoidable', 'preventable'],
    competitor: ['competitor', 'lost to', 'competitor name', 'new vendor'],
    monthlyAmount: monthlyAmounts,
    locationsLost: ['locations lost', 'locations', 'lost locations', 'number of locations'],
    winBackOn: ['win back on', 'win back date', 'win back'],
  },
  contracts: {
    chairsideInstitutionId: ownIds.chairsideInstitutionId,
    institutionId: [...institutionIds, ...institutionNumbers],
    contractId: [
      'contract id',
      'contract number',
      'contract no',
      'agreement id',
      'subscription id',
    ],
    product: ['product', 'product key', 'product name', 'module'],
    startsOn: [
      'starts on',
      'start',
      'start date',
      'contract start date',
      'from',
      'begin date',
      'effective date',
    ],
    endsOn: [
      'ends on',
      'end',
      'end date',
      'contract end date',
      'to',
      'until',
      'expires',
      'expiration date',
      'renewal date',
    ],
    monthlyAmount: monthlyAmounts,
    yearlyAmount: [
      'yearly amount',
      'annual amount',
      'arr',
      'acv',
      'annual contract value',
      'yearly revenue',
      'annual revenue',
    ],
  },
  contacts: {
    // Exports of contacts have a company ID and a record ID. The record ID identifies the contact.
    contactId: ['contact id', 'person id', 'contact number', 'record id', ...itemIds, 'id'],
    chairsideInstitutionId: ownIds.chairsideInstitutionId,
    institutionId: [
      'associated company id',
      'primary associated company id',
      ...institutionIds.filter((name) => name !== 'record id'),
      ...institutionNumbers,
    ],
    contactName: ['name', 'contact name', 'full name', 'contact', 'person'],
    firstName: ['first name', 'given name'],
    lastName: ['last name', 'surname', 'family name'],
    role: ['role', 'title', 'job title', 'position', 'contact role'],
    email: [
      'email',
      'e-mail',
      'email address',
      'contact email',
      'primary email',
      'work email',
      'emails',
    ],
    phone: [
      'phone',
      'phone number',
      'telephone',
      'contact phone',
      'direct phone',
      'mobile',
      'mobile phone',
      'mobile phone number',
      'mobile number',
      'work number',
      'work phone',
    ],
  },
  prospects: {
    prospectId: ['prospect id', 'lead id', 'record id', 'id'],
    prospectName: [
      'prospect name',
      'prospect',
      'lead name',
      'practice name',
      'company name',
      'company',
      'business name',
      'account name',
      'organization name',
      'name',
    ],
    streetAddress: practiceHeaders.streetAddress,
    city: practiceHeaders.city,
    state: practiceHeaders.state,
    zip: practiceHeaders.zip,
    businessType: [
      'business type',
      'practice type',
      'kind of practice',
      'type',
      'specialty',
      'category',
      'industry',
    ],
    website: ['website', 'web site', 'website url', 'url', 'homepage', 'domain'],
    ehr: practiceHeaders.ehr,
    locationCount: [
      'number of locations',
      'location count',
      'locations',
      'num locations',
      'number of offices',
    ],
    phone: practiceHeaders.phone,
    latitude: practiceHeaders.latitude,
    longitude: practiceHeaders.longitude,
  },
} as const satisfies Record<ImportKind, Record<string, readonly string[]>>;

export type FileColumnName<Kind extends ImportKind> = keyof (typeof knownColumnHeaders)[Kind] &
  string;

export const dateColumnsByKind: Record<ImportKind, readonly string[]> = {
  practices: practiceFields.filter(({ reader }) => reader.isDate).map(({ key }) => key),
  usage: ['day'],
  entitlements: ['from', 'to'],
  churn: ['noticedOn', 'effectiveOn', 'winBackOn'],
  contracts: ['startsOn', 'endsOn'],
  contacts: [],
  prospects: [],
};

/**
 * Columns of amounts and counts, besides the product columns of a usage file. Coordinates are not
 * included, because they are read in any number format.
 */
export const numericColumnsByKind: Record<ImportKind, readonly string[]> = {
  practices: [],
  usage: ['value'],
  entitlements: [],
  churn: ['monthlyAmount', 'locationsLost'],
  contracts: ['monthlyAmount', 'yearlyAmount'],
  contacts: [],
  prospects: [],
};
