import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { type Found, search, searchNeedle } from '#shared/search/search.ts';
import type { SearchIndex } from '#shared/search/search-index.ts';
import { type Choice, newestFirst, type SearchTab, tabFor, typedInFull } from './choices.ts';
import type { Places } from './use-places.ts';

const typingPause = 100;

const nothing: Found = { customers: [], prospects: [], hasMoreCustomers: false };

export interface Search {
  found: Found;
  /** null while the query is too short. */
  needle: string | null;
  tab: SearchTab;
  setTab: (tab: SearchTab) => void;
  choicesOf: (tab: SearchTab) => Choice[];
  /** What the text as it stands would bring first, without waiting for the pause. */
  firstNow: () => Choice | undefined;
  isSettled: boolean;
}

const local = (results: Found['customers']): Choice[] => results.map((result) => ({ kind: 'local', result }));

/** Searches the index a moment after the last letter; each search chooses the tab anew, until the person does. */
export function useSearch(typed: string, index: SearchIndex | undefined, places: Places): Search {
  const [query] = useDebouncedValue(typed, typingPause);
  const found = useMemo(() => (index ? search(index, query) : nothing), [index, query]);
  const [chosen, setChosen] = useState<{ tab: SearchTab; query: string }>();
  const tab = chosen?.query === query ? chosen.tab : tabFor(found);
  // The same rows as long as they mean the same, so that a letter redraws none of them before its search.
  const choices = useMemo(
    () => ({
      customers: local(found.customers),
      prospects: local(found.prospects),
      discover: newestFirst(places.results).map((place): Choice => ({ kind: 'place', place })),
    }),
    [found, places.results],
  );
  return {
    found,
    needle: searchNeedle(query),
    tab,
    setTab: (wanted) => setChosen({ tab: wanted, query }),
    choicesOf: (wanted) => choices[wanted],
    firstNow: () => {
      if (!index) return undefined;
      const now = search(index, typed);
      const choices = local(now[now.customers.length > 0 ? 'customers' : 'prospects']);
      return choices[typedInFull(choices, searchNeedle(typed))];
    },
    isSettled: query === typed,
  };
}
