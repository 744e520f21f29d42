import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { buildUrl } from '#shared/core/endpoint.ts';
import { getHealthHistory } from '#shared/timeline/history.ts';
import { getTimeline, type TimelineKind } from '#shared/timeline/timeline.ts';
import { call, endpointQuery } from '#web/core/api.ts';

export const historyQuery = (id: number, weeks: number) =>
  queryOptions({
    ...endpointQuery(getHealthHistory, { params: { id }, query: { weeks } }),
    placeholderData: keepPreviousData,
  });

export interface TimelineFilter {
  /** Kinds to include; empty means all. */
  kinds: readonly TimelineKind[];
  search: string;
}

export const timelineQuery = (id: number, { kinds, search }: TimelineFilter) =>
  infiniteQueryOptions({
    queryKey: [buildUrl(getTimeline.path, { id }), kinds, search],
    queryFn: ({ pageParam, signal }) =>
      call(getTimeline, {
        params: { id },
        query: {
          ...(kinds.length === 0 ? {} : { kinds: [...kinds] }),
          ...(search === '' ? {} : { search }),
          ...(pageParam === null ? {} : { after: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
