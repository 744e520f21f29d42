import type { Queries } from '#server/core/db/database.ts';
import type { PlacesProvider } from '#server/core/providers/places.ts';
import { bioOf, placeById, searchDirectory } from './queries.ts';

/**
 * Creates the places directory for installations without an external provider. It reads the local
 * `place` table.
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
