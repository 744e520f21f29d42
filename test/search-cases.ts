import type { Practice } from '#shared/institutions/institutions.ts';
import type { Prospect } from '#shared/prospects/prospects.ts';
import type { CustomerOrProspectResult } from '#shared/search/search.ts';

/** Returns a reproducible generator (mulberry32) of random integers from 0 to below `below`. */
export function createSeededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below) | 0;
  };
}

const families = [
  'Alder',
  'Birch',
  'Cedar',
  'Dogwood',
  'Elm',
  'Fir',
  'Ginkgo',
  'Hazel',
  'Ironwood',
  'Juniper',
  'Koa',
  'Larch',
  'Peña',
  'Öztürk',
  'Pen\u0303asco',
  'O’Neil',
  "St. Luke's",
];
const kinds = [
  'Dental',
  'Family Dentistry',
  'Orthodontics',
  'Smiles',
  'Pediatric Dental Care',
  'Medical Group',
  'Oral Surgery',
  'Eye & Vision (PLLC)',
];
const cities = [
  'Austin',
  'Boise',
  'Camden',
  'Dallas',
  'El Paso',
  'Fargo',
  'Gary',
  'Hilo',
  'St. Paul',
  'Rancho Cucamonga',
  'İzmir Park',
  'San José',
];
const states = ['TX', 'ID', 'NJ', 'ND', 'IN', 'HI', 'MN', 'CA'];
const ehrs = ['Dentrix', 'Eaglesoft', 'Open Dental', 'Epic', null];

export function createTestPractice(changes: Partial<Practice>): Practice {
  return {
    locationId: 1,
    institutionId: 1,
    institutionName: 'Alder Dental',
    institutionExternalId: null,
    locationName: 'Alder Dental Main Street',
    latitude: 40,
    longitude: -90,
    isPlacedByZip: false,
    streetAddress: null,
    city: null,
    state: null,
    zip: null,
    phone: null,
    practiceType: null,
    ehr: null,
    onlineBookingLink: null,
    healthTier: 'Unknown',
    healthScore: null,
    inGrace: false,
    numLocations: 1,
    numProducts: 0,
    ...changes,
  };
}

export function createTestProspect(changes: Partial<Prospect>): Prospect {
  return {
    prospectId: 1,
    placeId: null,
    name: 'Walnut Dental',
    address: '1 Main Street, Boise, ID',
    businessType: 'Dentist',
    latitude: 43.6,
    longitude: -116.2,
    phone: null,
    rating: null,
    totalRatings: null,
    doNotContact: null,
    source: 'import',
    isNewFromPlaces: false,
    ...changes,
  };
}

/**
 * Returns practices whose names, cities and sizes repeat like those of real practices. About one in
 * fifty cannot be found.
 */
export function makePractices(count: number, seed = 1): Practice[] {
  const random = createSeededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  const practices: Practice[] = [];
  for (let institutionId = 1; practices.length < count; institutionId += 1) {
    const institutionName = `${pick(families)} ${pick(kinds)}${random(3) === 0 ? ` ${institutionId}` : ''}`;
    const locations = random(10) < 7 ? 1 : random(40) === 0 ? 1 + random(120) : 1 + random(8);
    for (let place = 0; place < locations && practices.length < count; place += 1) {
      const city = `${pick(cities)}${random(4) === 0 ? ` ${String.fromCharCode(65 + random(26))}${random(90)}` : ''}`;
      practices.push(
        createTestPractice({
          locationId: practices.length + 1,
          institutionId,
          institutionName: random(200) === 0 ? '' : institutionName,
          locationName:
            random(3) === 0 ? `${city} Office` : `${institutionName} ${pick(families)} Street`,
          latitude: random(50) === 0 ? null : 30 + random(15),
          longitude: -120 + random(50),
          city: random(30) === 0 ? null : city,
          state: pick(states),
          ehr: pick(ehrs),
          phone: random(9) === 0 ? null : `(${200 + random(700)}) 555-${1000 + random(9000)}`,
          institutionExternalId:
            institutionId % 3 === 0 ? null : `A-${String(institutionId).padStart(5, '0')}`,
        }),
      );
    }
  }
  return practices;
}

export function makeProspects(count: number, seed = 2): Prospect[] {
  const random = createSeededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  return Array.from({ length: count }, (_, at) =>
    createTestProspect({
      prospectId: at + 1,
      name: `${pick(families)} ${pick(kinds)}`,
      address: `${random(9000)} ${pick(families)} Street, ${pick(cities)}, ${pick(states)}`,
      businessType: pick(['Dentist', 'Orthodontist', 'Doctor']),
      phone: random(9) === 0 ? null : `(${200 + random(700)}) 555-${1000 + random(9000)}`,
      isNewFromPlaces: random(20) === 0,
    }),
  );
}

/**
 * Returns a search query: a part of a practice's texts in any case, sometimes with a typo. Some
 * queries find many practices, some few and some none.
 */
export function makeQuery(
  practices: readonly Practice[],
  random: (below: number) => number,
): string {
  const { institutionId, institutionName, locationName, city, state, ehr, phone } = practices[
    random(practices.length)
  ] as Practice;
  if (random(12) === 0)
    return (
      [String(institutionId), `#${institutionId}`, institutionName, phone ?? ''][random(4)] ?? ''
    );
  const text = [institutionName, locationName, city ?? '', state ?? '', ehr ?? ''][random(5)] ?? '';
  const start = random(Math.max(text.length - 1, 1));
  const piece = text.slice(start, start + 1 + random(random(2) === 0 ? 4 : 20));
  const slipped = random(6) === 0 ? `${piece}${String.fromCharCode(97 + random(26))}` : piece;
  const typed = random(3) === 0 ? lower(slipped) : slipped;
  return random(2) === 0 ? typed.toUpperCase() : typed;
}

const digits = (text: string) => text.replace(/\D/g, '');
const lowered = new Map<string, string>();
/**
 * Folds a text to lowercase without accents and typographic apostrophes, one letter after another.
 */
function lower(text: string | null): string {
  const known = lowered.get(text ?? '');
  if (known !== undefined) return known;
  const letters = [...(text ?? '')].map((letter) =>
    letter === '’' ? "'" : (letter.normalize('NFD')[0] ?? ''),
  );
  const folded = letters
    .filter((letter) => letter !== '\u0303')
    .join('')
    .toLowerCase();
  lowered.set(text ?? '', folded);
  return folded;
}

const asResult = (prospect: Prospect): CustomerOrProspectResult => ({
  type: 'prospect',
  institutionId: -1,
  institutionName: prospect.name,
  totalLocations: 0,
  matchingLocations: [],
  prospectData: prospect,
});

/**
 * Returns a search that follows the specification literally, one row and one field at a time. It
 * shares no code with the search index.
 */
export function createNaiveSearch(practices: readonly Practice[], prospects: readonly Prospect[]) {
  const alphabet = new Intl.Collator('en', { numeric: true });
  const grouped = Map.groupBy(
    practices.filter(
      (practice) =>
        practice.institutionId &&
        practice.institutionName &&
        practice.latitude !== null &&
        practice.longitude !== null,
    ),
    ({ institutionId }) => institutionId,
  );
  return (query: string) => {
    const needle = lower(query.trim());
    if (needle.length < 2) return { customers: [], prospects: [], hasMoreCustomers: false };
    const id = /^#?\d{1,15}$/.test(needle) ? Number(needle.replace('#', '')) : undefined;
    const phone = /^[\d\s().+-]+$/.test(needle) ? digits(needle).replace(/^1(?=\d{10}$)/, '') : '';
    const hasNumber = (each: Practice) =>
      each.locationId === id || (phone.length >= 7 && digits(each.phone ?? '').includes(phone));
    const customers: CustomerOrProspectResult[] = [];
    for (const [institutionId, unsorted] of grouped) {
      const institutionName = unsorted[0]?.institutionName ?? '';
      const isNumbered =
        institutionId === id || lower(unsorted[0]?.institutionExternalId ?? null) === needle;
      const byName = isNumbered || lower(institutionName).includes(needle);
      const matching = byName
        ? unsorted
        : unsorted.filter(
            (each) =>
              hasNumber(each) ||
              [each.locationName, each.city, each.state, each.ehr].some((text) =>
                lower(text).includes(needle),
              ),
          );
      if (matching.length === 0) continue;
      customers.push({
        type: byName ? 'institution' : 'location',
        institutionId,
        institutionName,
        totalLocations: unsorted.length,
        matchingLocations: matching.toSorted(
          (one, other) =>
            alphabet.compare(one.locationName, other.locationName) ||
            one.locationId - other.locationId,
        ),
        prospectData: null,
      });
    }
    const isFull = ({
      institutionId,
      institutionName,
      matchingLocations: [first],
    }: CustomerOrProspectResult) =>
      institutionId === id ||
      lower(institutionName) === needle ||
      lower(first?.institutionExternalId ?? null) === needle;
    const place = (result: CustomerOrProspectResult) =>
      result.type === 'location' || isFull(result)
        ? 0
        : lower(result.institutionName).startsWith(needle)
          ? 1
          : 2;
    customers.sort(
      (one, other) =>
        Number(one.type === 'location') - Number(other.type === 'location') ||
        other.totalLocations - one.totalLocations ||
        place(one) - place(other) ||
        alphabet.compare(one.institutionName, other.institutionName) ||
        one.institutionId - other.institutionId,
    );
    const results = customers.slice(0, 10);
    // A customer that matches completely is included, even if ten larger customers match.
    const full = customers.find((each) => each.type === 'institution' && isFull(each));
    if (full !== undefined && !results.includes(full)) results[9] = full;
    const found = prospects
      .filter(
        (each) =>
          !each.isNewFromPlaces &&
          ([each.name, each.address, each.businessType].some((text) =>
            lower(text).includes(needle),
          ) ||
            (phone.length >= 7 && digits(each.phone ?? '').includes(phone))),
      )
      .sort(
        (one, other) => alphabet.compare(one.name, other.name) || one.prospectId - other.prospectId,
      );
    return {
      customers: results,
      prospects: found.slice(0, 15 - results.length).map(asResult),
      hasMoreCustomers: customers.length > results.length,
    };
  };
}
