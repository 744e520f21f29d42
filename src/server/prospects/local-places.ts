import type { Queries } from '#server/core/db/database.ts';
import type { PlacesProvider } from '#server/core/providers/places.ts';
import { bioOf, placeById, searchDirectory } from './queries.ts';

/**
 * Places directory backed by the local `place` table, for installations without an external
 * provider.
 */
export function localPlaces(queries: Queries): PlacesProvider {
  return {
    searchText: (query) => searchDirectory(queries, query),
    place: async (placeId) => (await placeById(queries, placeId)) ?? null,
    bio: async (institutionId) =>
      (await bioOf(queries, institutionId)) ?? {
        bio: null,
        website: null,
        phone: null,
        rating: null,
        totalRatings: null,
        openingHours: null,
      },
  };
}
