import type { Queries } from '#server/core/db/database.ts';
import type { PlacesProvider } from '#server/core/providers/places.ts';
import { findBio, findPlace, searchLocalPlaces } from '../queries.ts';
import { noBio } from './no-bio.ts';

/**
 * Creates the places directory for installations without an external provider. It reads the local
 * `place` table.
 */
export function createLocalPlacesProvider(queries: Queries): PlacesProvider {
  return {
    name: 'local',
    title: 'The built-in directory',
    host: null,
    isStorable: true,
    isMappable: true,
    attribution: null,
    minQueryLength: 2,
    searchText: async (query) => ({
      places: await searchLocalPlaces(queries, query),
      notice: null,
    }),
    place: async (placeId) => (await findPlace(queries, placeId)) ?? null,
    bio: async (institutionId) => ({ ...noBio, ...(await findBio(queries, institutionId)) }),
    probe: () => findPlace(queries, 'none'),
    budget: async () => null,
  };
}
