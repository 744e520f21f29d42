import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText } from '#shared/core/text.ts';
import { isDeepTestRun } from '#test/depth.ts';
import {
  createNaiveSearch,
  createSeededRandom,
  createTestPractice,
  createTestProspect,
  makePractices,
  makeProspects,
  makeQuery,
} from '#test/search-cases.ts';
import { searchCustomersAndProspects } from './search.ts';
import { createSearchIndex } from './search-index.ts';
import { matchRange } from './text-index.ts';

const found = (index: Parameters<typeof searchCustomersAndProspects>[0], query: string) =>
  searchCustomersAndProspects(index, query).customers.map(
    ({ type, institutionId }) => `${type} ${institutionId}`,
  );

describe('search results', () => {
  const index = createSearchIndex(
    [
      createTestPractice({
        locationId: 1,
        institutionId: 1,
        institutionName: 'Bright Smiles',
        locationName: 'Elm Street',
        city: 'Austin',
        state: 'TX',
      }),
      createTestPractice({
        locationId: 2,
        institutionId: 1,
        institutionName: 'Bright Smiles',
        locationName: 'Cedar Park',
        city: 'Cedar',
        ehr: 'Dentrix',
      }),
      createTestPractice({
        locationId: 3,
        institutionId: 2,
        institutionName: 'Austin Dental',
        locationName: 'Main',
        city: 'Dallas',
        ehr: 'Open Dental',
      }),
      createTestPractice({
        locationId: 4,
        institutionId: 3,
        institutionName: 'Nowhere Dental',
        locationName: 'Lost',
        latitude: null,
      }),
      createTestPractice({
        locationId: 5,
        institutionId: 4,
        institutionName: '',
        locationName: 'Nameless',
      }),
    ],
    [
      createTestProspect({
        prospectId: 1,
        name: 'Walnut',
        address: '1 Austin Avenue',
        businessType: 'Orthodontist',
      }),
      createTestProspect({ prospectId: 2, name: 'Fresh from places', isNewFromPlaces: true }),
    ],
  );

  test('an institution found by name has all of its locations, alphabetically', () => {
    const [result] = searchCustomersAndProspects(index, 'bright').customers;
    expect(result).toMatchObject({
      type: 'institution',
      institutionName: 'Bright Smiles',
      totalLocations: 2,
    });
    expect(result?.matchingLocations.map(({ locationName }) => locationName)).toEqual([
      'Cedar Park',
      'Elm Street',
    ]);
  });

  test('an institution found by location has only the matching locations', () => {
    for (const [query, locationId] of [
      ['elm st', 1],
      ['cedar', 2],
      ['tx', 1],
      ['dentrix', 2],
    ] as const) {
      const [result] = searchCustomersAndProspects(index, query).customers;
      expect(result).toMatchObject({ type: 'location', institutionId: 1, totalLocations: 2 });
      expect(result?.matchingLocations.map((each) => each.locationId)).toEqual([locationId]);
    }
  });

  test('institutions come before locations, however large', () => {
    expect(found(index, 'AUSTIN')).toEqual(['institution 2', 'location 1']);
  });

  test('finds prospects by name, address or business type, but not new places', () => {
    for (const query of ['walnut', 'austin ave', 'ORTHO']) {
      expect(searchCustomersAndProspects(index, query).prospects).toMatchObject([
        { type: 'prospect', institutionName: 'Walnut', prospectData: { prospectId: 1 } },
      ]);
    }
    expect(searchCustomersAndProspects(index, 'fresh').prospects).toEqual([]);
  });

  test('omits practices without coordinates or institution name', () => {
    expect(found(index, 'lost')).toEqual([]);
    expect(found(index, 'nameless')).toEqual([]);
  });

  test.each(['', 'a', ' ', '     ', ' a ', '\t\n'])(
    '%j is too short and finds nothing',
    (query) => {
      expect(searchCustomersAndProspects(index, query)).toEqual({
        customers: [],
        prospects: [],
        hasMoreCustomers: false,
      });
    },
  );

  test.each([
    '.*',
    '[a-z]+',
    '(',
    'a|b',
    '\\',
    '$1',
    '^bright',
    'smiles$',
    `x'); drop table--`,
    '\u0000',
    'bright\u0000elm',
    'x'.repeat(100_000),
  ])('a query is plain text, never a pattern: %.40j', (query) => {
    expect(searchCustomersAndProspects(index, query)).toEqual({
      customers: [],
      prospects: [],
      hasMoreCustomers: false,
    });
  });

  test('a match never spans two fields or two rows', () => {
    expect(found(index, 'parkcedar')).toEqual([]);
    expect(found(index, 'smilesaustin')).toEqual([]);
    expect(searchCustomersAndProspects(index, 'walnut1').prospects).toEqual([]);
  });

  test('ignores surrounding spaces but not inner ones', () => {
    expect(found(index, '  bright smiles ')).toEqual(['institution 1']);
    expect(found(index, 'bright  smiles')).toEqual([]);
  });
});

describe('numbers', () => {
  const index = createSearchIndex(
    [
      createTestPractice({
        locationId: 501,
        institutionId: 71,
        institutionName: 'Elm',
        institutionExternalId: 'A-00071',
        phone: '(203) 555-0101',
      }),
      createTestPractice({
        locationId: 502,
        institutionId: 71,
        institutionName: 'Elm',
        institutionExternalId: 'A-00071',
        phone: '+1 203.555.0199',
      }),
      createTestPractice({
        locationId: 71,
        institutionId: 72,
        institutionName: 'Fir 2035550',
        phone: null,
      }),
    ],
    [],
  );
  test.each([
    ['71', ['institution 71', 'location 72']],
    ['#71', ['institution 71', 'location 72']],
    ['a-00071', ['institution 71']],
    ['502', ['location 71']],
    ['2035550199', ['location 71']],
    ['1 (203) 555-0101', ['location 71']],
    ['555-0101', ['location 71']],
    ['203555', ['institution 72']],
    ['a-0007', []],
    ['99999999999999', []],
  ])('%s', (query, expected) => {
    expect(found(index, query)).toEqual(expected);
  });
});

test('prospects are found by phone number, in the order of their names', () => {
  const index = createSearchIndex(
    [],
    [
      createTestProspect({ prospectId: 1, name: 'Oak', phone: '(203) 555-0101' }),
      createTestProspect({ prospectId: 2, name: 'Ash 203 555 0101', phone: null }),
      createTestProspect({ prospectId: 3, name: 'Elm', phone: '203.555.0101' }),
      createTestProspect({ prospectId: 4, name: 'Fir', phone: '203-555-0102' }),
    ],
  );
  const names = (query: string) =>
    searchCustomersAndProspects(index, query).prospects.map(
      ({ institutionName }) => institutionName,
    );
  expect(names('203 555 0101')).toEqual(['Ash 203 555 0101', 'Elm', 'Oak']);
  expect(names('+1 203-555-0102')).toEqual(['Fir']);
  expect(names('203555')).toEqual([]);
});

describe('order and caps', () => {
  const practices = [3, 1, 2, 1].flatMap((locations, at) =>
    Array.from({ length: locations }, (_, place) =>
      createTestPractice({
        locationId: at * 100 + place,
        institutionId: at + 1,
        institutionName: `Grove ${'DCBA'[at]}`,
        locationName: `Location ${10 - place}`,
      }),
    ),
  );

  test('by number of locations, then by name', () => {
    expect(found(createSearchIndex(practices, []), 'grove')).toEqual([
      'institution 1',
      'institution 3',
      'institution 4',
      'institution 2',
    ]);
  });

  test('at equal size, exact names first, then names that start with the query', () => {
    const names = ['Great Oak', 'Oak Dental', 'Old Oak', 'Oak', 'Oakland Smiles'];
    const single = names.map((institutionName, at) =>
      createTestPractice({ locationId: at, institutionId: at + 1, institutionName }),
    );
    expect(
      searchCustomersAndProspects(createSearchIndex(single, []), 'oak').customers.map(
        ({ institutionName }) => institutionName,
      ),
    ).toEqual(['Oak', 'Oak Dental', 'Oakland Smiles', 'Great Oak', 'Old Oak']);
  });

  test('includes an exact name even when ten larger institutions match', () => {
    const large = Array.from({ length: 24 }, (_, at) =>
      createTestPractice({
        locationId: at,
        institutionId: 1 + Math.floor(at / 2),
        institutionName: `Oak ${Math.floor(at / 2)}`,
      }),
    );
    const index = createSearchIndex(
      [...large, createTestPractice({ locationId: 99, institutionId: 50, institutionName: 'Oak' })],
      [],
    );
    const { customers, hasMoreCustomers } = searchCustomersAndProspects(index, 'OAK');
    expect([customers.length, customers.at(-1)?.institutionName, hasMoreCustomers]).toEqual([
      10,
      'Oak',
      true,
    ]);
  });

  test('returns ten when more have the exact name', () => {
    const same = Array.from({ length: 12 }, (_, at) =>
      createTestPractice({ locationId: at, institutionId: at + 1, institutionName: 'Oak' }),
    );
    expect(found(createSearchIndex(same, []), 'oak')).toHaveLength(10);
  });

  test('numbers in names are sorted by value', () => {
    const [largest] = searchCustomersAndProspects(
      createSearchIndex(practices, []),
      'grove',
    ).customers;
    expect(largest?.matchingLocations.map(({ locationName }) => locationName)).toEqual([
      'Location 8',
      'Location 9',
      'Location 10',
    ]);
  });

  test('at most 10 customers, and at most 15 results with prospects', () => {
    const many = Array.from({ length: 30 }, (_, at) =>
      createTestPractice({ locationId: at, institutionId: at + 1, institutionName: `Oak ${at}` }),
    );
    const prospects = Array.from({ length: 30 }, (_, at) =>
      createTestProspect({ prospectId: at + 1, name: `Oak prospect ${at}` }),
    );
    const both = searchCustomersAndProspects(createSearchIndex(many, prospects), 'oak');
    expect([both.customers.length, both.prospects.length]).toEqual([10, 5]);
    const few = searchCustomersAndProspects(createSearchIndex(many.slice(0, 2), prospects), 'oak');
    expect([few.customers.length, few.prospects.length]).toEqual([2, 13]);
    const none = searchCustomersAndProspects(createSearchIndex([], prospects), 'oak');
    expect([none.customers.length, none.prospects.length]).toEqual([0, 15]);
  });
});

describe('letters', () => {
  const index = createSearchIndex(
    [
      createTestPractice({ locationId: 1, institutionId: 1, institutionName: 'İİİ Izmir Dental' }),
      createTestPractice({ locationId: 2, institutionId: 2, institutionName: 'Öztürk & Peña' }),
      createTestPractice({ locationId: 3, institutionId: 3, institutionName: 'ΟΔΟΣ Clinic' }),
      createTestPractice({ locationId: 4, institutionId: 4, institutionName: '😀 Smile 😀' }),
      createTestPractice({
        locationId: 5,
        institutionId: 5,
        institutionName: 'Cli\u0301nica Pen\u0303uelas',
      }),
      createTestPractice({ locationId: 6, institutionId: 6, institutionName: 'Clínica Peñasco' }),
      createTestPractice({ locationId: 7, institutionId: 7, institutionName: 'St. Luke’s Dental' }),
      createTestPractice({
        locationId: 8,
        institutionId: 8,
        institutionName: "O'Neil\u00a0Family",
      }),
    ],
    [],
  );

  test.each([
    ['izmir', 1],
    ['İİİ', 1],
    ['ÖZTÜRK', 2],
    ['& PEÑA', 2],
    ['οδος', 3],
    ['ΔΟΣ', 3],
    ['😀 sm', 4],
    ['CLINICA PENU', 5],
    ['Clínica Peñu', 5],
    ['Penasco', 6],
    ['Pen\u0303asco', 6],
    ["St. Luke's", 7],
    ['St.\u00a0Luke’s', 7],
    ['O’Neil', 8],
    ["o'neil family", 8],
    ["o\u200b'neil", 8],
  ])('%s', (query, institutionId) => {
    expect(found(index, query)).toEqual([`institution ${institutionId}`]);
  });

  test('the highlighted range is correct when folding lengthens earlier letters', () => {
    const text = 'İİİ Izmir Dental';
    const range = matchRange(text, foldText('IZMIR'));
    expect(range && text.slice(range.start, range.end)).toBe('Izmir');
    const decomposed = 'Cli\u0301nica Pen\u0303uelas';
    const marked = matchRange(decomposed, 'pen');
    expect(marked && decomposed.slice(marked.start, marked.end)).toBe('Pen\u0303');
    expect(matchRange('Bright', 'zz')).toBeNull();
    expect(matchRange('Bright', '')).toBeNull();
  });

  test('the highlighted range, folded, contains the query', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        fc.nat(20),
        fc.integer({ min: 1, max: 5 }),
        (text, start, length) => {
          const needle = [...foldText(text)].slice(start, start + length).join('');
          const range = matchRange(text, needle);
          if (needle === '') expect(range).toBeNull();
          else expect(range && foldText(text.slice(range.start, range.end))).toContain(needle);
        },
      ),
    );
  });
});

const randomQueries = isDeepTestRun ? 10_000 : 2000;
test(`${randomQueries} random queries match a naive search of every row`, () => {
  const practices = makePractices(500);
  const prospects = makeProspects(80);
  const index = createSearchIndex(practices, prospects);
  const naiveSearch = createNaiveSearch(practices, prospects);
  const random = createSeededRandom(20_261_121);
  let hits = 0;
  for (let at = 0; at < randomQueries; at += 1) {
    const query = makeQuery(practices, random);
    const expected = naiveSearch(query);
    const actual = searchCustomersAndProspects(index, query);
    hits += expected.customers.length + expected.prospects.length;
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      expect(actual, JSON.stringify(query)).toEqual(expected);
  }
  expect(hits).toBeGreaterThan(randomQueries);
}, 60_000);

test('never throws for practices and prospects of any shape', () => {
  const text = fc.string({ unit: 'binary', maxLength: 12 });
  fc.assert(
    fc.property(
      fc.array(fc.record({ institutionName: text, locationName: text, city: fc.option(text) }), {
        maxLength: 12,
      }),
      text,
      (rows, query) => {
        const practices = rows.map((row, at) =>
          createTestPractice({ ...row, locationId: at + 1, institutionId: 1 + (at % 5) }),
        );
        const index = createSearchIndex(practices, []);
        for (const { institutionId } of searchCustomersAndProspects(index, query).customers)
          expect(institutionId).toBeGreaterThan(0);
        const name = practices[0]?.institutionName.trim() ?? '';
        if (foldText(name).length >= 2 && foldText(name).trim() === foldText(name)) {
          expect(
            searchCustomersAndProspects(index, name).customers.some(
              ({ institutionId }) => institutionId === 1,
            ),
          ).toBe(true);
        }
      },
    ),
  );
});
