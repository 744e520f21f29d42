import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import {
  normalizeSearchQuery,
  type SearchResults,
  searchCustomersAndProspects,
} from '#shared/search/search.ts';
import type { SearchIndex } from '#shared/search/search-index.ts';
import {
  chooseInitialSearchTab,
  exactMatchIndex,
  type SearchChoice,
  type SearchTab,
  sortNewPlacesFirst,
} from './choices.ts';
import type { DirectorySearch } from './use-places.ts';

const typingPause = 100;

const nothing: SearchResults = { customers: [], prospects: [], hasMoreCustomers: false };

export interface SearchState {
  found: SearchResults;
  /** Normalized query; `null` while it is too short. */
  needle: string | null;
  tab: SearchTab;
  setTab: (tab: SearchTab) => void;
  choicesOf: (tab: SearchTab) => SearchChoice[];
  /** Returns the first result for the current text without waiting for the debounce delay. */
  firstNow: () => SearchChoice | undefined;
  isSettled: boolean;
}

const local = (results: SearchResults['customers']): SearchChoice[] =>
  results.map((result) => ({ kind: 'local', result }));

/**
 * Searches the index after the debounce delay. Each search selects a tab, until the user selects a
 * tab.
 */
export function useSearch(
  typed: string,
  index: SearchIndex | undefined,
  places: DirectorySearch,
): SearchState {
  const [query] = useDebouncedValue(typed, typingPause);
  const found = useMemo(
    () => (index ? searchCustomersAndProspects(index, query) : nothing),
    [index, query],
  );
  const [chosen, setChosen] = useState<{ tab: SearchTab; query: string }>();
  const tab = chosen?.query === query ? chosen.tab : chooseInitialSearchTab(found);
  // Keeps the same row objects until the results change, so that typing re-renders no row before
  // the search runs.
  const choices = useMemo(
    () => ({
      customers: local(found.customers),
      prospects: local(found.prospects),
      discover: sortNewPlacesFirst(places.results).map(
        (place): SearchChoice => ({ kind: 'place', place }),
      ),
    }),
    [found, places.results],
  );
  return {
    found,
    needle: normalizeSearchQuery(query),
    tab,
    setTab: (selected) => setChosen({ tab: selected, query }),
    choicesOf: (selected) => choices[selected],
    firstNow: () => {
      if (!index) return undefined;
      const now = searchCustomersAndProspects(index, typed);
      const choices = local(now[now.customers.length > 0 ? 'customers' : 'prospects']);
      return choices[exactMatchIndex(choices, normalizeSearchQuery(typed))];
    },
    isSettled: query === typed,
  };
}
