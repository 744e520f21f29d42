import { describe, expect, test } from 'vitest';
import type { ImportKind } from '#shared/imports/report.ts';
import { naturalPracticeKey } from '../cells/natural-key.ts';
import { findHeaderColumns, readHeader } from './header.ts';
import { requireValidMapping } from './known-headers.ts';
import { buildMappingFromColumnUses } from './uses.ts';

const placesOf = (...header: string[]) =>
  Object.fromEntries(readHeader('practices', header).places);

describe('headers', () => {
  test('are recognized in any case and punctuation', () => {
    expect(
      placesOf(
        'Practice Name',
        'LAT',
        'lng',
        'Zip_Code',
        'address-1',
        'Account Name',
        'Customer ID',
      ),
    ).toEqual({
      name: 0,
      latitude: 1,
      longitude: 2,
      zip: 3,
      streetAddress: 4,
      institutionName: 5,
      institutionId: 6,
    });
  });
  test('may contain the name of their owner', () => {
    expect(
      placesOf('Organization - ID', 'Organization - Name', 'Organization - Phone', 'Company: City'),
    ).toEqual({
      institutionId: 0,
      institutionName: 1,
      phone: 2,
      city: 3,
    });
  });
  test('with the same meaning are chosen by preference, then from the left', () => {
    expect(placesOf('Address', 'Street Address', 'Name', 'Name')).toMatchObject({
      streetAddress: 1,
      name: 2,
    });
  });
  test('can be mapped, which takes precedence', () => {
    const header = readHeader('practices', ['Praxis', 'Name', 'PLZ'], {
      name: 'Praxis',
      zip: 'plz',
    });
    expect(Object.fromEntries(header.places)).toEqual({ name: 0, zip: 2 });
    expect(() => readHeader('practices', ['a'], { name: 'Praxis' })).toThrow(
      /no column "Praxis".*columns are "a"/,
    );
    expect(() => requireValidMapping('practices', { nmae: 'Praxis' })).toThrow(
      /"nmae" is not a column.*locationId/,
    );
    expect(() => requireValidMapping('practices', { constructor: 'Praxis' })).toThrow(
      /not a column/,
    );
  });
  test('prefer the id of the system to a number assigned by hand', () => {
    expect(placesOf('Account Number', 'Record Id', 'Account Name')).toMatchObject({
      institutionId: 1,
    });
    expect(placesOf('AccountNumber', 'Id', 'Name')).toMatchObject({ institutionId: 1 });
    expect(placesOf('Account Number', 'Account Name')).toMatchObject({ institutionId: 0 });
  });
  test('that are unusable are listed with the required ones', () => {
    expect(() => readHeader('practices', ['foo', 'bar'])).toThrow(
      /needs a name.*columns are "foo", "bar".\nMap a header, for example --map "foo=name"/,
    );
    expect(() => readHeader('usage', ['Institution ID', 'Product', 'Date'])).toThrow(
      /a product and a value/,
    );
    expect(() => readHeader('entitlements', ['Institution ID', 'Product'])).toThrow(
      /whether it is entitled/,
    );
  });
  test('of usage can have one column per product', () => {
    const header = readHeader('usage', [
      'Location ID',
      'Day',
      'Online Booking',
      'insurance_verification',
      'Other',
    ]);
    expect([...header.productPlaces]).toEqual([
      ['onlineBooking', 2],
      ['insurance', 3],
    ]);
  });
});

describe('unknown headers are guessed from their words', () => {
  /** Returns each guess as column and header, and each note on an unused header. */
  const guessesIn = (kind: ImportKind, ...header: string[]) => {
    const { uses, notes, guessed } = findHeaderColumns(kind, header);
    return header.flatMap((name, place) => {
      const use = uses[place] ?? null;
      if (use !== null && guessed.has(use)) return [`${name} → ${use}`];
      return notes[place] == null ? [] : [`${name}: ${notes[place]}`];
    });
  };

  test.each<[string, string]>([
    ['Primary location > City', 'city'],
    ['Billing address > Zipcode', 'zip'],
    ['Main Office State', 'state'],
    ['Clinic Street Address', 'streetAddress'],
    ['Office Address: Postal Code', 'zip'],
    ['Practice Telephone Number', 'phone'],
    ['Primary Phone', 'phone'],
    ['Location - Latitude (decimal degrees)', 'latitude'],
    ['Practice EHR System', 'ehr'],
    ['primaryLocationCity', 'city'],
    ['City (from Locations)', 'city'],
    ['Name (from Company)', 'institutionName'],
  ])('%s is %s', (header, column) =>
    expect(guessesIn('practices', 'ID', 'Name', header)).toEqual([`${header} → ${column}`]),
  );

  test.each(
    [
      ...[
        'Owner Phone',
        'Fax',
        'Secondary Phone',
        'Other Phone',
        'Phone Extension',
        'Account Owner Phone',
        'Contact Phone',
        'Phone (from Owner)',
      ],
      ...[
        'Customer State',
        'Account State',
        'Country',
        'Billing Country',
        'Address Line 2',
        'Billing Street 2',
        'City Tax',
        'Zip Verified',
      ],
      ...[
        'Primary Record',
        'Practice Code',
        'Group Practice ID',
        'Primary Location',
        'Account Type',
        'Parent Account City',
        'Name of Owner',
      ],
      ...[
        'Main Office ID',
        'Account Number (from Practices)',
        'Phone Type',
        'Last City Visited',
        'Opt-in Phone',
      ],
    ].map((header) => [header]),
  )('%s is nothing', (header) => expect(guessesIn('practices', 'ID', 'Name', header)).toEqual([]));

  test('a recognized header wins over a guess, and mailing and shipping addresses come last', () => {
    expect(guessesIn('practices', 'ID', 'Name', 'City', 'Primary location > City')).toEqual([]);
    expect(
      guessesIn('practices', 'ID', 'Name', 'Mailing address > City', 'Billing address > City'),
    ).toEqual(['Billing address > City → city']);
    expect(
      guessesIn('practices', 'ID', 'Name', 'Mailing address > City', 'Office address > City'),
    ).toEqual(['Office address > City → city']);
  });

  test('an address is never combined from two addresses', () => {
    expect(
      placesOf(
        'Name',
        'Billing Street',
        'Shipping Street',
        'Shipping City',
        'Billing City',
        'Shipping Zip/Postal Code',
      ),
    ).toEqual({
      ...{ name: 0, streetAddress: 2, city: 3, zip: 5 },
    });
    expect(placesOf('Name', 'Billing Street', 'Billing City', 'Shipping Zip/Postal Code')).toEqual({
      name: 0,
      streetAddress: 1,
      city: 2,
    });
    expect(placesOf('Name', 'Clinic Street', 'Clinic Town', 'Mailing City', 'Mailing Zip')).toEqual(
      { name: 0, streetAddress: 1, city: 2 },
    );
    expect(placesOf('Name', 'Street', 'City', 'Billing Zip')).toEqual({
      name: 0,
      streetAddress: 1,
      city: 2,
      zip: 3,
    });
    expect(placesOf('Name', 'Mailing Street', 'Mailing City')).toEqual({
      name: 0,
      streetAddress: 1,
      city: 2,
    });
  });

  test('two equal guesses are both left unused and noted', () => {
    expect(guessesIn('practices', 'ID', 'Name', 'Office Town', 'Clinic Town')).toEqual([
      'Office Town: not used: it could be city, and so could "Clinic Town"',
      'Clinic Town: not used: it could be city, and so could "Office Town"',
    ]);
  });

  test('a guess is noted in the report, unless the user confirmed it', () => {
    const header = ['ID', 'Name', 'Primary location > City'];
    expect(readHeader('practices', header).columns[2]).toMatchObject({
      usedAs: 'city',
      note: 'guessed from its words',
    });
    const { mapping } = buildMappingFromColumnUses('practices', header, {
      ID: 'institutionId',
      Name: 'name',
      'Primary location > City': 'city',
    });
    expect(mapping).toEqual({ city: 'Primary location > City' });
    expect(readHeader('practices', header, mapping).columns[2]).toMatchObject({
      usedAs: 'city',
      note: null,
    });
    expect(
      readHeader('practices', header, {}, ['Primary location > City']).places.has('city'),
    ).toBe(false);
  });

  test('of contacts are matched to the person’s own address and number', () => {
    expect(
      guessesIn(
        'contacts',
        'Company ID',
        'Person - Name',
        'Person - Email - Work',
        'Person - Phone - Work',
      ),
    ).toEqual(['Person - Email - Work → email', 'Person - Phone - Work → phone']);
    for (const header of [
      'Company Phone',
      'Organization - Phone',
      'Assistant Email',
      'Person - Email - Home',
      'Name (from Practices)',
      'Owner Email',
    ])
      expect(guessesIn('contacts', 'Company ID', 'Name', header)).toEqual([]);
    expect(
      Object.fromEntries(
        readHeader('contacts', ['Company ID', 'Name', 'Email', 'Organization - Phone']).places,
      ),
    ).not.toHaveProperty('phone');
  });

  test('of amounts can have a unit', () => {
    expect(guessesIn('contracts', 'Company ID', 'Start', 'Monthly Fee (USD)')).toEqual([
      'Monthly Fee (USD) → monthlyAmount',
    ]);
    expect(
      findHeaderColumns('contracts', ['Company ID', 'Start', 'Monthly Fee (CAD)']).columns,
    ).not.toContain('monthlyAmount');
  });
});

describe('a practice without ids is matched', () => {
  const place = {
    institution: null,
    institutionName: null,
    name: 'Family Dentistry',
    streetAddress: '12 Main St.',
    city: 'Shelton',
    state: 'CT',
    zip: '06484',
    latitude: 41.2993661,
    longitude: -73.1,
  };
  const key = naturalPracticeKey(place);

  test.each([
    [{ name: 'FAMILY  dentistry' }],
    [{ streetAddress: '12 main st' }],
    [{ zip: '06484-1234' }],
    [{ city: 'Elsewhere', latitude: null }],
    [{ institutionName: 'Family Dentistry' }],
  ])('in spite of %j', (change) => expect(naturalPracticeKey({ ...place, ...change })).toBe(key));
  test.each([
    [{ name: 'Family Dentists' }],
    [{ streetAddress: '14 Main St' }],
    [{ zip: '06485' }],
    [{ institution: 'import:5' }],
  ])('but not with %j', (change) =>
    expect(naturalPracticeKey({ ...place, ...change })).not.toBe(key),
  );
  test('& is and, and accents do not count', () =>
    expect(naturalPracticeKey({ ...place, name: 'Café & Sons’ ' })).toBe(
      naturalPracticeKey({ ...place, name: "Cafe and Sons'" }),
    ));
  test('without street and zip, by town and coordinates', () => {
    const bare = { ...place, streetAddress: null, zip: null };
    expect(naturalPracticeKey({ ...bare, city: 'Derby' })).not.toBe(naturalPracticeKey(bare));
    expect(naturalPracticeKey({ ...bare, latitude: 41.31 })).not.toBe(naturalPracticeKey(bare));
    expect(naturalPracticeKey({ ...bare, latitude: 41.29937 })).toBe(naturalPracticeKey(bare));
  });
  test('a name in another script is a name', () =>
    expect(naturalPracticeKey({ ...place, name: '日本' })).not.toBe(
      naturalPracticeKey({ ...place, name: '中国' }),
    ));
});
