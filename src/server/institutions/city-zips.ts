import { foldText } from '#shared/core/text.ts';
import { loadZipCodes, type ZipCode } from './zip-codes.ts';

const keyOf = (city: string, state: string) =>
  `${foldText(city).trim()}|${state.trim().toUpperCase()}`;
const isPlaced = ({ latitude, longitude }: ZipCode) => latitude !== 0 || longitude !== 0;
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the ZIP code that is nearest to the center of all ZIP codes of the city. */
function centralZip(zips: readonly ZipCode[]): string {
  const latitude = mean(zips.map((zip) => zip.latitude));
  const longitude = mean(zips.map((zip) => zip.longitude));
  const distance = (zip: ZipCode) =>
    (zip.latitude - latitude) ** 2 + (zip.longitude - longitude) ** 2;
  return zips.reduce((best, zip) => (distance(zip) < distance(best) ? zip : best)).zip;
}

let known: ReadonlyMap<string, readonly ZipCode[]> | undefined;

/**
 * Returns the ZIP code at the center of a city; `null` for a city that is not in the bundled table.
 */
export function zipOfCity(city: string | null, state: string | null): string | null {
  if (city === null || state === null) return null;
  known ??= Map.groupBy([...loadZipCodes().values()].filter(isPlaced), (zip) =>
    keyOf(zip.city, zip.state),
  );
  const zips = known.get(keyOf(city, state));
  return zips === undefined ? null : centralZip(zips);
}
