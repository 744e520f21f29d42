import type { ZipCenter } from '#server/core/providers/places/nppes-records.ts';
import { loadZipCodes } from '#server/institutions/zip-codes.ts';
import { foldText } from '#shared/core/text.ts';

let cities: ReadonlySet<string> | undefined;

/** Tests whether a state has a city. The city is folded, the state is a two-letter code. */
export function isCityOfState(city: string, state: string): boolean {
  cities ??= new Set(
    [...loadZipCodes().values()].map((zip) => `${foldText(zip.city)}|${zip.state}`),
  );
  return cities.has(`${city}|${state}`);
}

/** Returns the center of a five-digit ZIP code; `undefined` for an unknown code. */
export const centerOfZip = (zip: string): ZipCenter | undefined => loadZipCodes().get(zip);
