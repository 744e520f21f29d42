import type { Queries } from '#server/core/db/database.ts';
import type { PlacesProvider } from '#server/core/providers/places.ts';
import { findBio, findPlace, searchLocalPlaces } from './queries.ts';

/**
 * Creates the places directory for installations without an external provider. It reads the local
 * `place` table.
 */
export function createLocalPlacesProvider(queries: Queries): PlacesProvider {
  return {
    searchText: (query) => searchLocalPlaces(queries, query),
    place: async (placeId) => (await findPlace(queries, placeId)) ?? null,
    bio: async (institutionId) =>
      (await findBio(queries, institutionId)) ?? {
        bio: null,
        website: null,
        phone: null,
        rating: null,
        totalRatings: null,
        openingHours: null,
      },
  };
}
