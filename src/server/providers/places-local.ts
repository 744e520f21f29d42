import type { Queries } from '../db/database.ts';
import { bioOf, placeById, searchDirectory } from '../prospects/queries.ts';
import type { PlacesProvider } from './places.ts';

/** The places directory for an installation without one: our own table. */
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
