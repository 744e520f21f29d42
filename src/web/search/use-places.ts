import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { cut } from '#shared/core/words.ts';
import { type DiscoveredPlace, searchPlaces } from '#shared/prospects/prospects.ts';
import { searchNeedle } from '#shared/search/search.ts';
import { call } from '#web/core/api.ts';

const typingPause = 500;
const longestQuery = 200;

const none: DiscoveredPlace[] = [];

export interface Places {
  results: DiscoveredPlace[];
  notice: string | null;
  /** Also while the person may still be typing. */
  isSearching: boolean;
}

/** New places for a query, asked half a second after the last letter; a newer query aborts the one under way; a failed one brings nothing. */
export function usePlaces(typed: string): Places {
  const wanted = searchNeedle(typed) === null ? '' : cut(typed.trim(), longestQuery);
  const [query] = useDebouncedValue(wanted, typingPause);
  const { data, isFetching } = useQuery({
    queryKey: [searchPlaces.path, query],
    queryFn: ({ signal }) => call(searchPlaces, { body: { query }, signal }),
    enabled: query !== '' && query === wanted,
    staleTime: 0,
    gcTime: 0,
  });

  if (wanted === '') return { results: none, notice: null, isSearching: false };
  if (query !== wanted || isFetching) return { results: none, notice: null, isSearching: true };
  return { results: data?.results ?? none, notice: data?.notice ?? null, isSearching: false };
}
