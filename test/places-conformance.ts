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

/** Directory with the test places. */
interface DirectoryUnderTest {
  provider: PlacesProvider;
  /** Returns the directory's id of a test place; an unused id for an unknown place. */
  idOf(placeId: string): string;
  close(): Promise<void>;
}

/** Runs the tests that every implementation of the places directory must pass. */
export function runPlacesConformanceTests(
  name: string,
  make: (world: typeof testPlaces) => Promise<DirectoryUnderTest>,
): void {
  describe(`${name} as a places directory`, () => {
    let test: DirectoryUnderTest;
    beforeAll(async () => {
      test = await make(testPlaces);
    });
    afterAll(() => test.close());
    const search = async (query: string) =>
      (await test.provider.searchText(query, new AbortController().signal)).places;

    it('finds by name without regard to case', async () => {
      const [best] = await search('oak DENTAL');
      expect([best?.placeId, best?.name]).toEqual([test.idOf('oak'), 'Oak Dental']);
    });

    it('answers at most twenty, and an empty list when nothing matches', async () => {
      expect(await search('pine family')).toHaveLength(20);
      expect(await search('zzzz no such practice')).toEqual([]);
    });

    it('has a place without coordinates or rating', async () => {
      const place = await test.provider.place(test.idOf('oak'));
      expect(place).toMatchObject({ name: 'Oak Dental', rating: null });
      expect(place?.latitude === null || place?.isPlacedByZip).toBe(true);
    });

    it('shows coordinates only when the places may be on the map', async () => {
      const places = [...(await search('elm dental')), await test.provider.place(test.idOf('elm'))];
      expect(places.map((place) => place?.latitude !== null)).toEqual(
        Array(2).fill(test.provider.isMappable),
      );
      expect(test.provider.attribution === null).toBe(test.provider.isStorable);
    });

    it('answers null for a place it does not know', async () => {
      for (const placeId of [test.idOf('nowhere'), 'no/such?place#', '..', '😀'])
        expect(await test.provider.place(placeId)).toBeNull();
    });

    it('has the bio of a customer, and nulls for one it does not know', async () => {
      const isKnown = test.provider.name !== 'nppes';
      expect(await test.provider.bio(1)).toMatchObject(
        isKnown ? { website: 'elm.example', rating: 4.7 } : { website: null, rating: null },
      );
      expect(Object.values(await test.provider.bio(404)).every((value) => value === null)).toBe(
        true,
      );
    });

    it('answers a probe, stops on request, and counts its calls', async () => {
      await test.provider.probe();
      const aborted = AbortSignal.abort(new Error('left'));
      if (test.provider.host !== null)
        await expect(test.provider.searchText('never asked', aborted)).rejects.toThrow('left');
      const budget = await test.provider.budget();
      expect(budget === null).toBe(test.provider.host === null);
      if (budget !== null) expect(budget.left).toBeLessThan(budget.limit);
    });
  });
}
