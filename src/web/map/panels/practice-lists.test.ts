import { expect, it } from 'vitest';
import { addressLine } from '#shared/map/address-line.ts';
import { createTestPractice } from '#test/search-cases.ts';
import {
  customersAndPracticesText,
  isPracticeMatch,
  locationTitle,
  milesText,
  nearestPractice,
  sortByScore,
  tierCountsText,
} from './practice-lists.ts';

const scored = (locationId: number, healthScore: number | null, institutionName = 'Alder') =>
  createTestPractice({ locationId, healthScore, institutionName });

it('sorts by score in both directions, practices without a score last, and equal scores by name and id', () => {
  const practices = [
    scored(1, 80),
    scored(2, null),
    scored(3, 20, 'Birch'),
    scored(4, 20),
    scored(6, 20),
    scored(5, 20),
  ];
  expect(sortByScore(practices, 'lowest').map(({ locationId }) => locationId)).toEqual([
    4, 5, 6, 3, 1, 2,
  ]);
  expect(sortByScore(practices, 'highest').map(({ locationId }) => locationId)).toEqual([
    1, 4, 5, 6, 3, 2,
  ]);
  expect(practices[0]?.locationId).toBe(1);
});

it('counts tiers and lists the tiers that occur', () => {
  const practices = [
    createTestPractice({ healthTier: 'Critical' }),
    createTestPractice({ healthTier: 'Critical', inGrace: true }),
    createTestPractice({ healthTier: 'Healthy' }),
  ];
  expect(tierCountsText(practices)).toBe('1 Healthy, 2 Critical, 1 of them in grace');
  expect(tierCountsText(practices.slice(2))).toBe('1 Healthy');
  expect(tierCountsText([])).toBe('');
});

it('counts a customer with several locations once', () => {
  const practices = [1, 1, 2].map((institutionId, at) =>
    createTestPractice({ institutionId, locationId: at }),
  );
  expect(customersAndPracticesText(practices)).toBe('2 customers, 3 locations');
  expect(customersAndPracticesText(practices.slice(0, 1))).toBe('1 customer, 1 location');
  expect(customersAndPracticesText([])).toBe('0 customers, 0 locations');
});

it('finds text in names and addresses regardless of case', () => {
  const practice = createTestPractice({
    institutionName: 'Peña Dental',
    city: 'Boise',
    state: 'ID',
    zip: '01234',
    streetAddress: null,
  });
  expect(['peña', ' BOISE ', '0123', ''].map((text) => isPracticeMatch(practice, text))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['dallas', '[.*', 'null'].map((text) => isPracticeMatch(practice, text))).toEqual([
    false,
    false,
    false,
  ]);
});

it('formats the known parts of an address', () => {
  expect(
    addressLine({ streetAddress: '1 Main St', city: 'Boise', state: 'ID', zip: '83702' }),
  ).toBe('1 Main St, Boise, ID 83702');
  expect(addressLine({ streetAddress: null, city: 'Boise', state: null, zip: '83702' })).toBe(
    'Boise, 83702',
  );
  expect(addressLine({ streetAddress: null, city: '', state: null, zip: null })).toBeNull();
  expect(
    locationTitle(createTestPractice({ institutionName: 'Alder', locationName: 'Alder' })),
  ).toBeNull();
  expect(
    locationTitle(createTestPractice({ institutionName: 'Alder', locationName: 'Alder North' })),
  ).toBe('Alder North');
  expect(
    locationTitle(createTestPractice({ institutionName: 'Alder', locationName: 'Alder - Austin' })),
  ).toBe('Austin');
});

it.each([
  [0, 'Less than 0.1 miles away'],
  [2.345, '2.3 miles away'],
  [1234.4, '1,234 miles away'],
])('%s miles: %s', (miles, text) => {
  expect(milesText(miles)).toBe(text);
});

it('finds the institution’s location nearest to a place', () => {
  const practices = [
    createTestPractice({ locationId: 1, institutionId: 7, latitude: 30, longitude: -97 }),
    createTestPractice({ locationId: 2, institutionId: 7, latitude: 31, longitude: -97 }),
    createTestPractice({ locationId: 3, institutionId: 8, latitude: 31, longitude: -97 }),
    createTestPractice({ locationId: 4, institutionId: 7, latitude: null, longitude: null }),
  ];
  expect(nearestPractice(practices, 7, 31, -97)?.locationId).toBe(2);
  expect(nearestPractice(practices, 7, 29, -97)?.locationId).toBe(1);
  expect(nearestPractice(practices, -1, 31, -97)).toBeUndefined();
});
