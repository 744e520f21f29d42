import { loadZipCodes, readUsStateNames, type ZipCode } from '#server/institutions/zip-codes.ts';
import { foldText } from '#shared/core/text.ts';
import { type CityOrZip, placeSearchLimits } from '#shared/map/places.ts';

interface City extends CityOrZip {
  /** Search keys: the city with the state's abbreviation, and the city with the state's name. */
  keys: [string, string];
  city: string;
  /** Number of the city's ZIP codes, which approximates the size of the city. */
  size: number;
}

const longForms: Record<string, string> = { st: 'saint', ft: 'fort', mt: 'mount' };

/**
 * Normalizes a place name for comparisons: lowercase, without accents and punctuation, and with a
 * leading 'St', 'Ft' or 'Mt' written out.
 */
export function normalizePlaceName(text: string): string {
  const words = foldText(text)
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean);
  return words
    .map((word, at) => (at === 0 && words.length > 1 ? (longForms[word] ?? word) : word))
    .join(' ');
}

const isPlaced = ({ latitude, longitude }: ZipCode) => latitude !== 0 || longitude !== 0;

function readCities(): City[] {
  const zipsOf = Map.groupBy(
    [...loadZipCodes().values()].filter(isPlaced),
    ({ city, state }) => `${city}, ${state}`,
  );
  const states = readUsStateNames();
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const cities = [...zipsOf].flatMap(([name, zips]): City[] => {
    const [first] = zips;
    if (first === undefined) return [];
    const { city, state } = first;
    return [
      {
        name,
        city: normalizePlaceName(city),
        keys: [
          normalizePlaceName(`${city} ${state}`),
          normalizePlaceName(`${city} ${states.get(state) ?? state}`),
        ],
        size: zips.length,
        latitude: mean(zips.map(({ latitude }) => latitude)),
        longitude: mean(zips.map(({ longitude }) => longitude)),
      },
    ];
  });
  return cities.sort((one, other) => other.size - one.size || (one.name < other.name ? -1 : 1));
}

let known: readonly City[] | undefined;
function cities(): readonly City[] {
  known ??= readCities();
  return known;
}

const zipPlace = ({ zip, city, state, latitude, longitude }: ZipCode): CityOrZip => ({
  name: `${zip}, ${city}, ${state}`,
  latitude,
  longitude,
});

function zipsBeginningWith(digits: string): CityOrZip[] {
  const exact = loadZipCodes().get(digits);
  if (exact !== undefined) return isPlaced(exact) ? [zipPlace(exact)] : [];
  const found = [...loadZipCodes().values()].filter(
    (each) => each.zip.startsWith(digits) && isPlaced(each),
  );
  return found.slice(0, placeSearchLimits.results).map(zipPlace);
}

/**
 * Returns cities and ZIP codes that start with the query. Exact names come first, then cities with
 * more ZIP codes.
 */
export function findCitiesAndZips(query: string): CityOrZip[] {
  const zip = /^\s*(\d{2,5})(-\d{0,4})?\s*$/.exec(query)?.[1];
  if (zip !== undefined) return zipsBeginningWith(zip);
  const needle = normalizePlaceName(query);
  if (needle.length < placeSearchLimits.shortestQuery) return [];
  const found = cities().filter(({ keys }) => keys.some((key) => key.startsWith(needle)));
  const inFull = (place: City) => place.city === needle || place.keys.includes(needle);
  return [...found.filter(inFull), ...found.filter((city) => !inFull(city))]
    .slice(0, placeSearchLimits.results)
    .map(({ name, latitude, longitude }) => ({ name, latitude, longitude }));
}
