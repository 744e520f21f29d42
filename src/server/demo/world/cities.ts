import type { SeededRandom } from '#server/core/seeded-random.ts';
import { loadZipCodes, type ZipCode } from '#server/institutions/zip-codes.ts';

interface Metro {
  city: string;
  state: string;
  weight: number;
}

const metro = (city: string, state: string, weight: number): Metro => ({ city, state, weight });

// The weights follow the population of the metropolitan areas. Smaller areas get more than their
// share, so that they are visible on the map.
const metros: readonly Metro[] = [
  metro('New York', 'NY', 9),
  metro('Los Angeles', 'CA', 8),
  metro('Chicago', 'IL', 7),
  metro('Dallas', 'TX', 7),
  metro('Houston', 'TX', 6),
  metro('Washington', 'DC', 5),
  metro('Philadelphia', 'PA', 5),
  metro('Miami', 'FL', 4.5),
  metro('Atlanta', 'GA', 5.5),
  metro('Boston', 'MA', 4.5),
  metro('Phoenix', 'AZ', 5),
  metro('San Francisco', 'CA', 4),
  metro('Riverside', 'CA', 3),
  metro('Detroit', 'MI', 3.5),
  metro('Seattle', 'WA', 4.5),
  metro('Minneapolis', 'MN', 4),
  metro('San Diego', 'CA', 3.5),
  metro('Tampa', 'FL', 3.5),
  metro('Denver', 'CO', 5),
  metro('Saint Louis', 'MO', 3),
  metro('Baltimore', 'MD', 2.5),
  metro('Charlotte', 'NC', 3.5),
  metro('Orlando', 'FL', 3),
  metro('San Antonio', 'TX', 3),
  metro('Portland', 'OR', 3.5),
  metro('Sacramento', 'CA', 2.5),
  metro('Pittsburgh', 'PA', 2.5),
  metro('Austin', 'TX', 4),
  metro('Las Vegas', 'NV', 2.5),
  metro('Cincinnati', 'OH', 2.2),
  metro('Kansas City', 'MO', 2.5),
  metro('Columbus', 'OH', 2.5),
  metro('Indianapolis', 'IN', 2.5),
  metro('Cleveland', 'OH', 2),
  metro('San Jose', 'CA', 2.5),
  metro('Nashville', 'TN', 3),
  metro('Virginia Beach', 'VA', 1.5),
  metro('Providence', 'RI', 1.3),
  metro('Milwaukee', 'WI', 1.8),
  metro('Jacksonville', 'FL', 1.8),
  metro('Oklahoma City', 'OK', 1.6),
  metro('Raleigh', 'NC', 2.6),
  metro('Memphis', 'TN', 1.2),
  metro('Richmond', 'VA', 1.4),
  metro('Louisville', 'KY', 1.4),
  metro('New Orleans', 'LA', 1.1),
  metro('Salt Lake City', 'UT', 3.5),
  metro('Hartford', 'CT', 1.2),
  metro('Buffalo', 'NY', 1),
  metro('Birmingham', 'AL', 1.1),
  metro('Tucson', 'AZ', 1.1),
  metro('Tulsa', 'OK', 1),
  metro('Omaha', 'NE', 1.2),
  metro('Albuquerque', 'NM', 1),
  metro('Boise', 'ID', 1.6),
  metro('Des Moines', 'IA', 1),
  metro('Spokane', 'WA', 0.9),
  metro('Madison', 'WI', 1),
  metro('Charleston', 'SC', 1),
  metro('Knoxville', 'TN', 0.9),
  metro('Little Rock', 'AR', 0.7),
  metro('Colorado Springs', 'CO', 1.1),
  metro('Burlington', 'VT', 0.4),
  metro('Portland', 'ME', 0.5),
  metro('Billings', 'MT', 0.4),
  metro('Sioux Falls', 'SD', 0.4),
  metro('Fargo', 'ND', 0.4),
  metro('Anchorage', 'AK', 0.4),
  metro('Honolulu', 'HI', 0.6),
  metro('Wichita', 'KS', 0.6),
];

const farthest = 90;

/** ZIP codes of the metropolitan areas. An area is given as its index in `metros`. */
export interface ZipCodeSampler {
  metro(random: SeededRandom): number;
  /** Returns a ZIP code within about `miles` of the center of a metropolitan area. */
  near(random: SeededRandom, metro: number, miles: number): ZipCode;
}

let read: ZipCodeSampler | undefined;

/**
 * Returns the ZIP codes. They are loaded only once, because loading takes as long as simulating a
 * new day.
 */
export const loadMetroZipCodes = (): ZipCodeSampler => {
  read ??= readCities();
  return read;
};

function readCities(): ZipCodeSampler {
  const zips = [...loadZipCodes().values()]
    // Leaves out ZIP codes of single companies and post office boxes, whose coordinates have only
    // two decimals.
    .filter(
      (entry) =>
        /^[A-Z][a-z.' -]+(?:[A-Z][a-z.' -]+)*$/.test(entry.city) &&
        Math.abs((entry.latitude * 100) % 1) > 1e-6,
    );
  const rings = metros.map(({ city, state }) => {
    const centre = zips.find((entry) => entry.city === city && entry.state === state);
    if (!centre) throw new Error(`The ZIP code table does not know ${city}, ${state}`);
    const width = Math.cos((centre.latitude * Math.PI) / 180);
    const reach = farthest / 69;
    const ring: { entry: ZipCode; miles: number }[] = [];
    for (const entry of zips) {
      if (Math.abs(entry.latitude - centre.latitude) > reach) continue;
      const miles =
        69 *
        Math.hypot(entry.latitude - centre.latitude, (entry.longitude - centre.longitude) * width);
      if (miles < farthest) ring.push({ entry, miles });
    }
    return ring.sort((left, right) => left.miles - right.miles);
  });
  const weighted = metros.map((entry, index) => ({ index, weight: entry.weight }));
  return {
    metro: (random) => random.weighted(weighted).index,
    near: (random, index, miles) => {
      const ring = rings[index] ?? [];
      const within = ring.findLastIndex((zip) => zip.miles <= miles) + 1;
      return random.pick(ring.slice(0, Math.max(1, within))).entry;
    },
  };
}

// Telephone area codes, one per state.
const areaCodes: Record<string, number> = {
  AL: 205,
  AK: 907,
  AZ: 602,
  AR: 501,
  CA: 213,
  CO: 303,
  CT: 203,
  DE: 302,
  DC: 202,
  FL: 305,
  GA: 404,
  HI: 808,
  ID: 208,
  IL: 312,
  IN: 317,
  IA: 515,
  KS: 316,
  KY: 502,
  LA: 504,
  ME: 207,
  MD: 301,
  MA: 617,
  MI: 313,
  MN: 612,
  MS: 601,
  MO: 314,
  MT: 406,
  NE: 402,
  NV: 702,
  NH: 603,
  NJ: 201,
  NM: 505,
  NY: 212,
  NC: 704,
  ND: 701,
  OH: 216,
  OK: 405,
  OR: 503,
  PA: 215,
  RI: 401,
  SC: 803,
  SD: 605,
  TN: 615,
  TX: 214,
  UT: 801,
  VT: 802,
  VA: 703,
  WA: 206,
  WV: 304,
  WI: 414,
  WY: 307,
};

/** Returns a phone number from 555-0100 to 555-0199, a range reserved for fiction. */
export const createFictionalPhone = (random: SeededRandom, state: string): string =>
  `(${areaCodes[state] ?? 800}) 555-01${String(random.integer(0, 99)).padStart(2, '0')}`;
