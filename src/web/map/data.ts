import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { healthTiers } from '#shared/core/tiers.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import { getMapMarks, type MapMarks, tierOfMarkKind } from '#shared/map/marks.ts';
import { getCitiesAndZips } from '#shared/map/places.ts';
import { endpointQuery } from '#web/core/api.ts';

/** Returns the query for cities and ZIP codes that start with the text. */
export const mapPlacesQuery = (q: string) =>
  queryOptions({
    ...endpointQuery(getCitiesAndZips, { query: { q } }),
    placeholderData: keepPreviousData,
  });

const unknownFields = {
  institutionName: '',
  institutionExternalId: null,
  locationName: '',
  isPlacedByZip: false,
  streetAddress: null,
  city: null,
  state: null,
  zip: null,
  phone: null,
  practiceType: null,
  ehr: null,
  onlineBookingLink: null,
  healthScore: null,
  numLocations: 0,
  numProducts: 0,
};

/** Converts marks to practices that have only a position, an institution and a tier. */
const namelessPractices = ({ institutionId, latitude, longitude, kind }: MapMarks): Practice[] =>
  institutionId.map((id, at) => ({
    ...unknownFields,
    locationId: -1 - at,
    institutionId: id,
    latitude: latitude[at] ?? null,
    longitude: longitude[at] ?? null,
    healthTier: tierOfMarkKind(kind[at] ?? 0),
    inGrace: (kind[at] ?? 0) >= healthTiers.length,
  }));

/** Query for the marks. The map draws them until the practice list is loaded. */
export const initialMapMarksQuery = queryOptions({
  ...endpointQuery(getMapMarks),
  structuralSharing: false,
  select: namelessPractices,
});
