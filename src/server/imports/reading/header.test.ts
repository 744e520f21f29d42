import { describe, expect, test } from 'vitest';
import { checkMapping, readHeader } from './header.ts';
import { naturalKey } from './natural-key.ts';

const placesOf = (...header: string[]) => Object.fromEntries(readHeader('practices', header).places);

describe('headers', () => {
  test('are known however they are written', () => {
    expect(placesOf('Practice Name', 'LAT', 'lng', 'Zip_Code', 'address-1', 'Account Name', 'Customer ID')).toEqual({
      name: 0,
      latitude: 1,
      longitude: 2,
      zip: 3,
      streetAddress: 4,
      institutionName: 5,
      institutionId: 6,
    });
  });
  test('may name what they belong to', () => {
    expect(placesOf('Organization - ID', 'Organization - Name', 'Organization - Phone', 'Company: City')).toEqual({
      institutionId: 0,
      institutionName: 1,
      phone: 2,
      city: 3,
    });
  });
  test('of the same meaning: the better name, then the one further left', () => {
    expect(placesOf('Address', 'Street Address', 'Name', 'Name')).toMatchObject({ streetAddress: 1, name: 2 });
  });
  test('can be named by a mapping, which wins', () => {
    const header = readHeader('practices', ['Praxis', 'Name', 'PLZ'], { name: 'Praxis', zip: 'plz' });
    expect(Object.fromEntries(header.places)).toEqual({ name: 0, zip: 2 });
    expect(() => readHeader('practices', ['a'], { name: 'Praxis' })).toThrow(/no column "Praxis".*columns are "a"/);
    expect(() => checkMapping('practices', { nmae: 'Praxis' })).toThrow(/"nmae" is not a column.*locationId/);
    expect(() => checkMapping('practices', { constructor: 'Praxis' })).toThrow(/not a column/);
  });
  test('that cannot be used say what is there and what is needed', () => {
    expect(() => readHeader('practices', ['foo', 'bar'])).toThrow(
      /needs a name.*columns are "foo", "bar".\nSay which one it is, such as --map "foo=name"/,
    );
    expect(() => readHeader('usage', ['Institution ID', 'Product', 'Date'])).toThrow(/a product and a value/);
    expect(() => readHeader('entitlements', ['Institution ID', 'Product'])).toThrow(/whether it is entitled/);
  });
  test('of usage may be one per product', () => {
    const header = readHeader('usage', ['Location ID', 'Day', 'Online Booking', 'insurance_verification', 'Other']);
    expect([...header.productPlaces]).toEqual([
      ['onlineBooking', 2],
      ['insurance', 3],
    ]);
  });
});

describe('a practice without ids is known again', () => {
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
  const key = naturalKey(place);

  test.each([
    [{ name: 'FAMILY  dentistry' }],
    [{ streetAddress: '12 main st' }],
    [{ zip: '06484-1234' }],
    [{ city: 'Elsewhere', latitude: null }],
    [{ institutionName: 'Family Dentistry' }],
  ])('in spite of %j', (change) => expect(naturalKey({ ...place, ...change })).toBe(key));
  test.each([[{ name: 'Family Dentists' }], [{ streetAddress: '14 Main St' }], [{ zip: '06485' }], [{ institution: 'import:5' }]])(
    'but not with %j',
    (change) => expect(naturalKey({ ...place, ...change })).not.toBe(key),
  );
  test('& is and, and accents do not count', () =>
    expect(naturalKey({ ...place, name: 'Café & Sons’ ' })).toBe(naturalKey({ ...place, name: "Cafe and Sons'" })));
  test('without street and zip by its town and point', () => {
    const bare = { ...place, streetAddress: null, zip: null };
    expect(naturalKey({ ...bare, city: 'Derby' })).not.toBe(naturalKey(bare));
    expect(naturalKey({ ...bare, latitude: 41.31 })).not.toBe(naturalKey(bare));
    expect(naturalKey({ ...bare, latitude: 41.29937 })).toBe(naturalKey(bare));
  });
  test('a name in another script is a name', () =>
    expect(naturalKey({ ...place, name: '日本' })).not.toBe(naturalKey({ ...place, name: '中国' })));
});
