import type { Practice } from '#shared/institutions/institutions.ts';
import type { Prospect } from '#shared/prospects/prospects.ts';

/** Returns a prospect's coordinates as numbers; `null` when they are missing or invalid. */
export function prospectCoordinates({
  latitude,
  longitude,
}: Pick<Prospect, 'latitude' | 'longitude'>): { latitude: number; longitude: number } | null {
  if (latitude === null || longitude === null || latitude === '' || longitude === '') return null;
  const place = { latitude: Number(latitude), longitude: Number(longitude) };
  const isOnEarth = Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180;
  return isOnEarth ? place : null;
}

/**
 * Converts a prospect to a practice, for components that only show practices. Both ids are -1 and
 * the practice is never stored.
 */
export function practiceFromProspect(prospect: Prospect): Practice | null {
  const place = prospectCoordinates(prospect);
  if (!place) return null;
  return {
    ...place,
    isPlacedByZip: false,
    locationId: -1,
    institutionId: -1,
    institutionName: prospect.name,
    institutionExternalId: null,
    locationName: prospect.name,
    streetAddress: prospect.address,
    city: null,
    state: null,
    zip: null,
    phone: prospect.phone,
    practiceType: prospect.businessType,
    ehr: null,
    onlineBookingLink: null,
    healthTier: 'Unknown',
    healthScore: null,
    inGrace: false,
    numLocations: 1,
    numProducts: 0,
  };
}
