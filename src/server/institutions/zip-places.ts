import { type ZipCode, zipCodes } from './zip-codes.ts';

interface Placed {
  latitude: number | null;
  longitude: number | null;
  zip: string | null;
  /** The zip code that an administrator chose. */
  placedZip: string | null;
}

const middleOf = (zip: string | null): ZipCode | undefined => (zip === null ? undefined : zipCodes().get(zip.slice(0, 5)));

/**
 * Locations without coordinates stand in the middle of their zip code or, where that is unknown, of the one that an administrator chose, and
 * say so.
 */
export const placeByZip = <Location extends Placed>(
  locations: readonly Location[],
): (Omit<Location, 'placedZip'> & { isPlacedByZip: boolean })[] =>
  locations.map(({ placedZip, ...location }) => {
    const middle = location.latitude === null ? (middleOf(location.zip) ?? middleOf(placedZip)) : undefined;
    if (middle === undefined) return { ...location, isPlacedByZip: false };
    return { ...location, latitude: middle.latitude, longitude: middle.longitude, isPlacedByZip: true };
  });
