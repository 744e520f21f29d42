import { npiOfPlaceId } from '#server/core/providers/places/nppes-records.ts';
import type { PlaceDetails } from '#server/core/providers/places.ts';
import type { PlacesProviderName } from '#shared/core/provider-names.ts';
import { type ProspectFactField, prospectFactFields } from '#shared/prospects/changes.ts';

/** Values of a new prospect's own row. */
export interface NewProspect {
  placeId: string;
  name: string;
  address: string;
  businessType: string;
  latitude: number | null;
  longitude: number | null;
  phone: string | null;
  rating: number | null;
  totalRatings: number | null;
  directory: PlacesProviderName;
}

export type Facts = Partial<Record<ProspectFactField, string>>;

/** Returns the row of a prospect whose place may be stored. Approximate coordinates are not stored. */
export function rowOfPlace(place: PlaceDetails, directory: PlacesProviderName): NewProspect {
  const { placeId, name, address, businessType, phone, rating, totalRatings } = place;
  const { latitude, longitude } = place.isPlacedByZip ? { latitude: null, longitude: null } : place;
  return {
    ...{ placeId, name, address, businessType, phone, rating, totalRatings },
    ...{ latitude, longitude, directory },
  };
}

/** Returns the row of a prospect of which only the place id and a name may be stored. */
export const rowOfPlaceId = (placeId: string, name: string): NewProspect => ({
  placeId,
  name,
  address: '',
  businessType: '',
  latitude: null,
  longitude: null,
  phone: null,
  rating: null,
  totalRatings: null,
  directory: 'google',
});

/** Returns the facts of an NPPES record without a column in the prospect's own row. */
export const furtherNppesFacts = ({ placeId, locationCount }: PlaceDetails): Facts => ({
  ...withText('npi', npiOfPlaceId(placeId)),
  ...withText('locationCount', locationCount === null ? undefined : String(locationCount)),
});

/** Returns all facts of an NPPES record. */
export const nppesFacts = (record: PlaceDetails): Facts => ({
  ...withText('name', record.name),
  ...withText('address', record.address),
  ...withText('businessType', record.businessType),
  ...withText('phone', record.phone ?? undefined),
  ...furtherNppesFacts(record),
});

const withText = (field: ProspectFactField, text: string | undefined): Facts =>
  text === undefined || text === '' ? {} : { [field]: text };

/**
 * Returns the facts of a record that a prospect takes: unknown facts, and facts that came
 * from a record before. Values of users and files stay.
 */
export const factsToTake = (
  found: Facts,
  current: Partial<Record<ProspectFactField, string | null>>,
  fromRecord: ReadonlySet<ProspectFactField>,
): Facts => {
  const taken = prospectFactFields.filter(
    (field) => fromRecord.has(field) || (current[field] ?? '') === '',
  );
  return Object.fromEntries(
    taken.flatMap((field) => (found[field] === undefined ? [] : [[field, found[field]]])),
  );
};
