import type { Queries } from '#server/core/db/database.ts';
import {
  createGooglePlacesClient,
  type GooglePlacesSettings,
  googleTitle,
} from '#server/core/providers/places/google-client.ts';
import type { PlaceDetails, PlacesProvider } from '#server/core/providers/places.ts';
import { foldText } from '#shared/core/text.ts';
import { noBio } from './no-bio.ts';
import { createSharedAnswers } from './shared-answers.ts';
import { findExternalPlaceOf } from './usage-queries.ts';

/**
 * Creates the directory that searches Google Maps. Google's terms allow storing only place ids, so
 * answers are kept in memory only, and contain no coordinates.
 */
export function createGooglePlacesProvider(
  settings: GooglePlacesSettings,
  queries: Queries,
  budget: PlacesProvider['budget'],
): PlacesProvider {
  const client = createGooglePlacesClient(settings);
  const askSearch = createSharedAnswers<PlaceDetails[]>(settings.clock);
  const askPlace = createSharedAnswers<PlaceDetails | null>(settings.clock);
  const findPlace = (placeId: string) =>
    askPlace(placeId, new AbortController().signal, () => client.find(placeId));
  return {
    name: 'google',
    title: googleTitle,
    host: new URL(settings.baseUrl).host,
    isStorable: false,
    isMappable: false,
    attribution: googleTitle,
    minQueryLength: 3,
    searchText: async (query, signal) => ({
      places: await askSearch(foldText(query), signal, (shared) => client.search(query, shared)),
      notice: null,
    }),
    place: findPlace,
    async bio(institutionId) {
      const placeId = await findExternalPlaceOf(queries, institutionId);
      const place = placeId === undefined ? null : await findPlace(placeId);
      if (place === null) return noBio;
      const { website, phone, rating, totalRatings, openingHours } = place;
      const facts = { website, phone, rating, totalRatings, openingHours };
      return { ...facts, bio: null, attribution: googleTitle };
    },
    probe: () => client.find('none'),
    budget,
  };
}
