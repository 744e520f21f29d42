import { describe, expect, it } from 'vitest';
import { findDuplicatePairs, nameSimilarity, type SharedPhoneOrStreet } from './duplicate-rules.ts';

const place = (
  facts: { by?: SharedPhoneOrStreet['by']; one?: string; other?: string; otherId?: number } = {},
): SharedPhoneOrStreet => ({
  by: facts.by ?? 'street',
  one: {
    institutionId: 1,
    institutionName: facts.one ?? 'Elm Street Dental',
    locationId: 10,
    locationName: 'Main',
  },
  other: {
    institutionId: facts.otherId ?? 2,
    institutionName: facts.other ?? 'Elm Street Dentistry',
    locationId: 20,
    locationName: 'Office',
  },
});

describe('the similarity of two names', () => {
  it.each([
    ['Elm Dental', 'ELM DENTAL, LLC', 1],
    ['Élan Smiles', "Elan's Smiles", 0.6],
    ['Willow Creek Dental', 'Willow Creek Family Dentistry', 1],
  ])('%s and %s are alike', (one, other, least) => {
    expect(nameSimilarity(one, other)).toBeGreaterThanOrEqual(least - 1e-9);
  });

  it.each([
    ['Elm Dental', 'Oak Dental'],
    ['Bright Smiles', 'Canyon Smiles'],
    ['', 'Elm'],
    ['Main Office', 'Main Office'],
  ])('%s and %s are not', (one, other) => {
    expect(nameSimilarity(one, other)).toBeLessThan(0.5);
  });
});

describe('duplicates', () => {
  it('share a street and a name, or a telephone number', () => {
    expect(findDuplicatePairs([place()], []).map(({ likeness }) => likeness)).toEqual([
      'Street and name',
    ]);
    expect(findDuplicatePairs([place({ other: 'Canyon Orthodontics' })], [])).toEqual([]);
    expect(
      findDuplicatePairs([place({ by: 'phone', other: 'Canyon Orthodontics' })], []).map(
        ({ likeness }) => likeness,
      ),
    ).toEqual(['Phone']);
    expect(
      findDuplicatePairs([place({ by: 'phone' })], []).map(({ likeness }) => likeness),
    ).toEqual(['Phone and name']);
  });

  it('are listed once, even when they are similar in several ways', () => {
    expect(
      findDuplicatePairs([place(), place({ by: 'phone' }), place({ otherId: 3 })], []),
    ).toEqual([
      {
        institutionId: 1,
        otherId: 2,
        likeness: 'Phone, street and name',
        places: [{ locationId: 10, otherLocationId: 20 }],
      },
      {
        institutionId: 1,
        otherId: 3,
        likeness: 'Street and name',
        places: [{ locationId: 10, otherLocationId: 20 }],
      },
    ]);
  });
});
