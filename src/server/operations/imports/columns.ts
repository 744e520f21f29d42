import type { ImportKind } from '#shared/operations.ts';
import { type ProductKey, productKeys, products } from '#shared/products.ts';
import { ImportRefused } from './import-error.ts';

/** What each kind of file may bring, with the headers each column is known by; written as people write them, folded for comparing. */
export const columns = {
  practices: {
    institutionId: [
      'institution id',
      'customer id',
      'account id',
      'organization id',
      'org id',
      'client id',
      'institution number',
      'customer number',
      'account number',
      'practice group id',
    ],
    institutionName: [
      'institution name',
      'institution',
      'account name',
      'account',
      'customer name',
      'customer',
      'organization name',
      'organization',
      'client name',
      'company',
      'company name',
      'group name',
      'practice group',
      'dso',
      'parent',
    ],
    locationId: ['location id', 'practice id', 'site id', 'office id', 'clinic id', 'facility id', 'location number', 'practice number'],
    name: [
      'name',
      'location name',
      'practice name',
      'practice',
      'location',
      'office name',
      'office',
      'site name',
      'clinic name',
      'clinic',
      'facility name',
      'facility',
      'hospital name',
      'business name',
      'provider name',
      'dba',
    ],
    streetAddress: [
      'street address',
      'street',
      'address',
      'address 1',
      'address line 1',
      'street 1',
      'street address 1',
      'mailing address',
      'location address',
      'billing street',
      'shipping street',
    ],
    city: ['city', 'town', 'municipality', 'billing city', 'shipping city', 'location city'],
    state: ['state', 'province', 'region', 'state code', 'state province', 'st', 'billing state', 'shipping state', 'location state'],
    zip: [
      'zip',
      'zip code',
      'zipcode',
      'postal code',
      'postcode',
      'postal',
      'zip 5',
      'zip postal code',
      'billing zip',
      'billing postal code',
      'shipping postal code',
      'location zip',
    ],
    phone: [
      'phone',
      'phone number',
      'telephone',
      'telephone number',
      'tel',
      'main phone',
      'office phone',
      'practice phone',
      'location phone',
      'phone 1',
    ],
    latitude: ['latitude', 'lat', 'geo lat', 'location latitude', 'geocode latitude', 'y'],
    longitude: ['longitude', 'lon', 'lng', 'long', 'geo lon', 'geo lng', 'location longitude', 'geocode longitude', 'x'],
    practiceType: [
      'practice type',
      'type',
      'specialty',
      'speciality',
      'vertical',
      'category',
      'taxonomy',
      'business type',
      'facility type',
      'hospital type',
    ],
    ehr: [
      'ehr',
      'emr',
      'pms',
      'ehr system',
      'ehr name',
      'emr system',
      'practice management system',
      'practice management software',
      'software',
    ],
    onlineBookingLink: [
      'online booking link',
      'booking link',
      'booking url',
      'online booking url',
      'online scheduling link',
      'scheduling link',
      'scheduling url',
      'book online',
    ],
    createdOn: [
      'institution created date',
      'institution created at',
      'institution created',
      'created date',
      'created at',
      'created on',
      'created',
      'customer since',
      'signup date',
      'start date',
      'contract start',
    ],
    goLiveOn: [
      'go live date',
      'go live',
      'go live on',
      'golive',
      'golive date',
      'live date',
      'launch date',
      'launched on',
      'activation date',
    ],
    closedOn: ['closed date', 'closed on', 'location closed date', 'deactivated on', 'inactive since'],
  },
  usage: {
    institutionId: ['institution id', 'customer id', 'account id', 'organization id', 'org id', 'client id', 'practice group id'],
    locationId: ['location id', 'practice id', 'site id', 'office id', 'clinic id', 'facility id'],
    product: ['product', 'product key', 'product name', 'feature', 'feature name', 'module'],
    day: ['date', 'day', 'usage date', 'usage day', 'activity date', 'report date', 'reported on'],
    value: ['value', 'usage', 'count', 'uses', 'quantity', 'amount', 'total', 'events', 'volume'],
  },
  entitlements: {
    institutionId: ['institution id', 'customer id', 'account id', 'organization id', 'org id', 'client id', 'practice group id'],
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

/** Case, blanks and punctuation do not matter: 'Zip_Code', 'zipCode' and 'ZIP code:' are one header. */
export const foldHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

export interface HeaderMap {
  /** Column name to its place in the row. */
  places: ReadonlyMap<string, number>;
  /** In a usage file with one column per product: product to its place. */
  productPlaces: ReadonlyMap<ProductKey, number>;
  width: number;
  /** How the file itself calls a column, for messages. */
  headerOf(column: string): string;
}

const productByHeader = new Map(productKeys.flatMap((key) => [key, products[key].name].map((name) => [foldHeader(name), key] as const)));

/** A product by its key or its display name, however it is written. */
export const productOf = (text: string): ProductKey | undefined => productByHeader.get(foldHeader(text));

const synonymsOf = (kind: ImportKind): Record<string, readonly string[]> => columns[kind];

const lookupOf = (kind: ImportKind): Map<string, string> =>
  new Map(
    Object.entries(synonymsOf(kind)).flatMap(([column, names]) => [column, ...names].map((name) => [foldHeader(name), column] as const)),
  );

/** How many cells of a header line are columns of this kind. */
export function knownCells(kind: ImportKind, header: readonly string[], mapping: Mapping = {}): number {
  const known = lookupOf(kind);
  const mapped = new Set(Object.values(mapping).map(foldHeader));
  return header.filter((cell) => {
    const folded = foldHeader(cell);
    return known.has(folded) || mapped.has(folded) || (kind === 'usage' && productByHeader.has(folded));
  }).length;
}

/** Column to the header it has in the file, where the synonyms do not find it: `{ name: 'Praxis' }`. */
export type Mapping = Readonly<Record<string, string>>;

const listed = (names: Iterable<string>): string =>
  [...names]
    .map((name) => `"${name.slice(0, 60)}"`)
    .slice(0, 30)
    .join(', ') || 'nothing';

/** Throws ImportRefused when a column of the mapping is unknown to this kind of import. */
export function checkMapping(kind: ImportKind, mapping: Mapping): void {
  for (const column of Object.keys(mapping))
    if (!Object.hasOwn(columns[kind], column))
      throw new ImportRefused(`"${column}" is not a column of a ${kind} import. Its columns are ${Object.keys(columns[kind]).join(', ')}.`);
}

/**
 * Finds each column's place in the header line: by the mapping first, then by synonym, of which the earlier in the
 * list wins and, among equals, the one further left. Throws ImportRefused when what is needed is not there.
 */
export function readHeader(kind: ImportKind, header: readonly string[], mapping: Mapping = {}): HeaderMap {
  const folded = header.map(foldHeader);
  const places = new Map<string, number>();
  const taken = new Set<number>();
  const take = (column: string, place: number) => {
    places.set(column, place);
    taken.add(place);
  };
  for (const [column, name] of Object.entries(mapping)) {
    const exact = header.indexOf(name);
    const place = exact === -1 ? folded.indexOf(foldHeader(name)) : exact;
    if (place === -1) throw new ImportRefused(`The header has no "${name}" to use as ${column}. Found: ${listed(header)}.`);
    take(column, place);
  }
  for (const [column, names] of Object.entries(synonymsOf(kind))) {
    if (places.has(column)) continue;
    const place = [column, ...names]
      .map((name) => folded.findIndex((cell, index) => cell === foldHeader(name) && !taken.has(index)))
      .find((found) => found !== -1);
    if (place !== undefined) take(column, place);
  }
  const productPlaces = new Map<ProductKey, number>();
  if (kind === 'usage' && !places.has('product'))
    folded.forEach((cell, place) => {
      const product = productByHeader.get(cell);
      if (product !== undefined && !taken.has(place) && !productPlaces.has(product)) productPlaces.set(product, place);
    });
  const missing = missingColumns(kind, places, productPlaces);
  if (missing.length > 0)
    throw new ImportRefused(
      `The header cannot be used for ${kind}: it needs ${missing.join(' and ')}. Found: ${listed(header)}. A header of another name can be given by a mapping.`,
    );
  return { places, productPlaces, width: header.length, headerOf: (column) => header[places.get(column) ?? -1] ?? column };
}

function missingColumns(kind: ImportKind, places: ReadonlyMap<string, number>, productPlaces: ReadonlyMap<ProductKey, number>): string[] {
  const needed: [string, boolean][] =
    kind === 'practices'
      ? [['a name (such as "Practice Name" or "Account Name")', places.has('name') || places.has('institutionName')]]
      : kind === 'usage'
        ? [
            ['an institution or location id', places.has('institutionId') || places.has('locationId')],
            ['a date', places.has('day')],
            [
              'a product and a value, or a column for each product',
              (places.has('product') && places.has('value')) || productPlaces.size > 0,
            ],
          ]
        : [
            ['an institution id', places.has('institutionId')],
            ['a product', places.has('product')],
            ['whether it is entitled, or from when', places.has('entitled') || places.has('from')],
          ];
  return needed.filter(([, present]) => !present).map(([what]) => what);
}
