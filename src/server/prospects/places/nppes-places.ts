import type { Clock } from '#server/core/clock/clock.ts';
import { type NppesClient, nppesTitle } from '#server/core/providers/places/nppes-client.ts';
import { npiOfPlaceId } from '#server/core/providers/places/nppes-records.ts';
import type { PlaceSearchResult, PlacesProvider } from '#server/core/providers/places.ts';
import { noBio } from './no-bio.ts';
import { createSharedAnswers } from './shared-answers.ts';

/** National Provider Identifier that no organization has, because its check digit is wrong. */
const unassignedNpi = '1000000000';

/** Creates the directory that searches the federal registry of providers. */
export function createNppesProvider(
  client: NppesClient,
  baseUrl: string,
  clock: Clock,
  budget: PlacesProvider['budget'],
): PlacesProvider {
  const askSearch = createSharedAnswers<PlaceSearchResult>(clock);
  return {
    name: 'nppes',
    title: nppesTitle,
    host: new URL(baseUrl).host,
    isStorable: true,
    isMappable: true,
    attribution: null,
    minQueryLength: 3,
    // The case of a query counts: 'OR' is a state, 'or' is not.
    searchText: (query, signal) =>
      askSearch(query, signal, (shared) => client.search(query, shared)),
    async place(placeId) {
      const npi = npiOfPlaceId(placeId);
      return npi === undefined ? null : client.find(npi);
    },
    bio: async () => noBio,
    probe: () => client.find(unassignedNpi),
    budget,
  };
}
