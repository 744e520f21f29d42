import { zipCodes } from './zip-codes.ts';

interface Placed {
  latitude: number | null;
  longitude: number | null;
  zip: string | null;
}

/** Locations whose coordinates nobody gave stand in the middle of their zip code, as far as it is known, and say so. */
export const placeByZip = <Location extends Placed>(locations: readonly Location[]): (Location & { isPlacedByZip: boolean })[] =>
  locations.map((location) => {
    const middle = location.latitude === null && location.zip !== null ? zipCodes().get(location.zip.slice(0, 5)) : undefined;
    if (middle === undefined) return { ...location, isPlacedByZip: false };
    return { ...location, latitude: middle.latitude, longitude: middle.longitude, isPlacedByZip: true };
  });
