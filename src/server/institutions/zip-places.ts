import { loadZipCodes, type ZipCode } from './zip-codes.ts';

interface Placed {
  latitude: number | null;
  longitude: number | null;
  zip: string | null;
  /** ZIP code that an admin chose for the location's place on the map. */
  placedZip: string | null;
}

const middleOf = (zip: string | null): ZipCode | undefined =>
  zip === null ? undefined : loadZipCodes().get(zip.slice(0, 5));

/**
 * Adds coordinates to locations without coordinates. Uses the center of the location's ZIP code. If
 * this ZIP code is unknown, uses the ZIP code that an admin chose. Sets `isPlacedByZip` for these
 * locations.
 */
export const addCoordinatesByZip = <Location extends Placed>(
  locations: readonly Location[],
): (Omit<Location, 'placedZip'> & { isPlacedByZip: boolean })[] =>
  locations.map(({ placedZip, ...location }) => {
    const middle =
      location.latitude === null ? (middleOf(location.zip) ?? middleOf(placedZip)) : undefined;
    if (middle === undefined) return { ...location, isPlacedByZip: false };
    return {
      ...location,
      latitude: middle.latitude,
      longitude: middle.longitude,
      isPlacedByZip: true,
    };
  });
