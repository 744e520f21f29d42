import { queryOptions } from '@tanstack/react-query';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { cacheTimes, endpointQuery } from '#web/core/api.ts';

export const freshnessQuery = queryOptions({
  ...endpointQuery(getFreshness),
  staleTime: cacheTimes.benchmarks,
  refetchInterval: cacheTimes.benchmarksRefetch,
});
