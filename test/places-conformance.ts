import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Place, PlacesProvider } from '#server/core/providers/places.ts';

/**
 * Places that every implementation must contain before the tests run. The first place belongs to
 * institution 1.
 */
export const testPlaces: (Place & {
  institutionId: number | null;
  bio: string | null;
  website: string | null;
})[] = [
  place('elm', 'Elm Dental', {
    institutionId: 1,
    bio: 'Elm Dental is a dentist. A recent review mentioned: kind',
    website: 'elm.example',
    rating: 4.7,
  }),
  place('oak', 'Oak Dental', { latitude: null, longitude: null, rating: null, totalRatings: 0 }),
  ...Array.from({ length: 30 }, (_, index) =>
    place(`pine-${index}`, `Pine Family Practice ${index}`),
  ),
];

function place(
  placeId: string,
  name: string,
  facts: Partial<(typeof testPlaces)[number]> = {},
): (typeof testPlaces)[number] {
  return {
    placeId,
    name,
    address: '9 Oak Ave, Hartford, CT 06101',
    city: 'Hartford',
    state: 'CT',
    businessType: 'Dentist',
    isPlacedByZip: false,
    isPossibleDuplicate: false,
    latitude: 41.76,
    longitude: -72.68,
    phone: '(860) 555-0109',
    rating: 4.1,
    totalRatings: 12,
    institutionId: null,
    bio: null,
    website: null,
    ...facts,
  };
}

/** Runs the tests that every implementation of the places directory must pass. */
export function runPlacesConformanceTests(
  name: string,
  make: (world: typeof testPlaces) => Promise<{ provider: PlacesProvider; close(): Promise<void> }>,
): void {
  describe(`${name} as a places directory`, () => {
    let provider: PlacesProvider;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ provider, close } = await make(testPlaces));
    });
    afterAll(() => close());

    it('finds by name without regard to case', async () => {
      const { places } = await provider.searchText('oak DENTAL', new AbortController().signal);
      expect(places.map((found) => found.placeId)).toContain('oak');
    });

    it('answers at most twenty, and an empty list when nothing matches', async () => {
      const search = async (query: string) =>
        (await provider.searchText(query, new AbortController().signal)).places;
      expect(await search('pine family')).toHaveLength(20);
      expect(await search('zzzz no such practice')).toEqual([]);
    });

    it('keeps a place without coordinates or rating', async () => {
      expect(await provider.place('oak')).toMatchObject({
        name: 'Oak Dental',
        latitude: null,
        longitude: null,
        rating: null,
      });
    });

    it('answers null for a place it does not know', async () => {
      expect(await provider.place('nowhere')).toBeNull();
    });

    it('has the bio of a customer, and nulls for one it does not know', async () => {
      expect(await provider.bio(1)).toMatchObject({ website: 'elm.example', rating: 4.7 });
      expect(Object.values(await provider.bio(404)).every((value) => value === null)).toBe(true);
    });
  });
}
