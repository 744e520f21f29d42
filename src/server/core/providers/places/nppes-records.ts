import { z } from 'zod';
import { nationalPhoneDigits, normalizeName } from '#shared/core/text.ts';
import type { PlaceDetails } from '../places.ts';
import {
  formatPhone,
  formatZip,
  readableCapitals,
  readableOrganizationName,
} from './nppes-names.ts';

const line = z
  .string()
  .nullish()
  .transform((text) => text?.trim() ?? '');
const addressSchema = z.object({
  address_purpose: line,
  address_1: line,
  address_2: line,
  city: line,
  state: line,
  postal_code: line,
  telephone_number: line,
});
/**
 * Record of an organization. Parsing removes all other fields, among them the name and the phone
 * number of the organization's official.
 */
const recordSchema = z.object({
  number: z.union([z.string(), z.int().transform(String)]).pipe(z.string().regex(/^\d{10}$/)),
  basic: z.object({ organization_name: line, status: line }),
  addresses: z.array(addressSchema),
  practiceLocations: z.array(addressSchema).nullish(),
  other_names: z.array(z.object({ organization_name: line, code: line })).nullish(),
  taxonomies: z.array(z.object({ desc: line, primary: z.boolean().nullish() })).nullish(),
});
export type NppesRecord = z.output<typeof recordSchema>;

export const nppesAnswerSchema = z.object({ results: z.array(recordSchema) });
/** NPPES reports errors with the status 200. */
export const nppesErrorSchema = z.object({ Errors: z.array(z.unknown()).min(1) });

/** Center of a ZIP code, in degrees. */
export interface ZipCenter {
  latitude: number;
  longitude: number;
}

const tradeNameCode = '3';
const prefix = 'npi-';

/** Returns the place id of a record. */
export const placeIdOfNpi = (npi: string): string => `${prefix}${npi}`;

/** Returns the National Provider Identifier in a place id; `undefined` for another place id. */
export const npiOfPlaceId = (placeId: string): string | undefined =>
  /^npi-(\d{10})$/.exec(placeId)?.[1];

const tradeNamesOf = ({ other_names }: NppesRecord): string[] =>
  (other_names ?? [])
    .filter(({ code, organization_name }) => code === tradeNameCode && organization_name !== '')
    .map(({ organization_name }) => readableOrganizationName(organization_name));

const doesStartWith = (name: string, needle: string): boolean =>
  normalizeName(name).startsWith(needle);

/**
 * Converts a record to a place. The place has the trade name that starts with the words, otherwise
 * the first trade name, otherwise the legal name.
 */
export function toPlace(
  record: NppesRecord,
  words: string,
  centerOf: (zip: string) => ZipCenter | undefined,
): PlaceDetails {
  const { number, basic, addresses, practiceLocations, taxonomies } = record;
  const trade = tradeNamesOf(record);
  const needle = normalizeName(words);
  const location = addresses.find(({ address_purpose }) => address_purpose === 'LOCATION');
  const city = readableCapitals(location?.city ?? '');
  const state = location?.state ?? '';
  const zip = formatZip(location?.postal_code ?? '');
  const streets = [location?.address_1, location?.address_2].map((part) =>
    readableCapitals(part ?? ''),
  );
  const others = practiceLocations?.length ?? 0;
  const center = centerOf(zip.slice(0, 5));
  return {
    placeId: placeIdOfNpi(number),
    name:
      trade.find((name) => doesStartWith(name, needle)) ??
      trade[0] ??
      readableOrganizationName(basic.organization_name),
    address: [...streets, city, `${state} ${zip}`.trim()].filter((part) => part !== '').join(', '),
    city: city === '' ? null : city,
    state: /^[A-Z]{2}$/.test(state) ? state : null,
    businessType:
      (taxonomies?.find(({ primary }) => primary === true) ?? taxonomies?.[0])?.desc ?? '',
    latitude: center?.latitude ?? null,
    longitude: center?.longitude ?? null,
    isPlacedByZip: center !== undefined,
    phone: formatPhone(location?.telephone_number ?? ''),
    rating: null,
    totalRatings: null,
    isPossibleDuplicate: false,
    website: null,
    openingHours: null,
    locationCount: others === 0 ? null : others + 1,
    url: `https://npiregistry.cms.hhs.gov/provider-view/${number}`,
  };
}

/** Returns the sort rank of a record: 0 when a trade name starts with the words, 1 when the legal name does, otherwise 2. */
function rankOf(record: NppesRecord, words: string): number {
  const needle = normalizeName(words);
  if (tradeNamesOf(record).some((name) => doesStartWith(name, needle))) return 0;
  return doesStartWith(record.basic.organization_name, needle) ? 1 : 2;
}

/** Returns the active records, each once, in which the trade name matches before the others. */
export function orderRecords(records: readonly NppesRecord[], words: string): NppesRecord[] {
  const byNumber = new Map(records.map((record) => [record.number, record]));
  return [...byNumber.values()]
    .filter(({ basic }) => basic.status === '' || basic.status === 'A')
    .map((record) => ({ record, rank: rankOf(record, words) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ record }) => record);
}

/**
 * Marks places that share the name and the address with another one, or the address and the phone
 * number. NPPES has a record for each legal entity, so one practice can have several.
 */
export function markDuplicates(places: readonly PlaceDetails[]): PlaceDetails[] {
  const keysOf = ({ name, address, phone }: PlaceDetails) => {
    const where = normalizeName(address);
    const digits = nationalPhoneDigits(phone ?? '');
    return [`${normalizeName(name)}|${where}`, ...(digits === '' ? [] : [`${digits}|${where}`])];
  };
  const counts = new Map<string, number>();
  for (const key of places.flatMap(keysOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return places.map((place) => ({
    ...place,
    isPossibleDuplicate: keysOf(place).some((key) => (counts.get(key) ?? 0) > 1),
  }));
}
