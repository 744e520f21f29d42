import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { truncateText } from '#shared/core/words.ts';
import { type DiscoveredPlace, postPlaceSearch } from '#shared/prospects/prospects.ts';
import { normalizeSearchQuery } from '#shared/search/search.ts';
import { call } from '#web/core/api.ts';

const typingPause = 500;
const longestQuery = 200;

const none: DiscoveredPlace[] = [];
const nothing = { results: none, notice: null, attribution: null, isStorable: true };

export interface DirectorySearch {
  results: DiscoveredPlace[];
  notice: string | null;
  /** Name that must be shown with the results; `null` without such a duty. */
  attribution: string | null;
  /** `true` when facts of the results may be saved. */
  isStorable: boolean;
  /** `true` while a search is running or the debounce delay is pending. */
  isSearching: boolean;
}

/**
 * Searches the places directory for a query, debounced by half a second. A newer query aborts the
 * running query; a failed query returns no places.
 */
export function useDirectorySearch(typed: string): DirectorySearch {
  const latest =
    normalizeSearchQuery(typed) === null ? '' : truncateText(typed.trim(), longestQuery);
  const [query] = useDebouncedValue(latest, typingPause);
  const { data, isFetching } = useQuery({
    queryKey: [postPlaceSearch.path, query],
    queryFn: ({ signal }) => call(postPlaceSearch, { body: { query }, signal }),
    enabled: query !== '' && query === latest,
    staleTime: 0,
    gcTime: 0,
  });

  if (latest === '') return { ...nothing, isSearching: false };
  if (query !== latest || isFetching) return { ...nothing, isSearching: true };
  const { results, notice, attribution, isStorable } = data ?? nothing;
  return { results, notice, attribution, isStorable, isSearching: false };
}
