import { queryOptions } from '@tanstack/react-query';
import { urlOf } from '#shared/endpoint.ts';
import { getBenchmarks, getFeatureTargets, getHealthTrend, getWeeklyComparison } from '#shared/health.ts';
import { cacheTimes, call } from '#web/api.ts';

/** The last official week of an institution; null when it was never scored. */
export const institutionHealthQuery = (id: number) =>
  queryOptions({
    queryKey: [urlOf(getHealthTrend.path, { id }, { weeks: 1 })],
    queryFn: async ({ signal }) => (await call(getHealthTrend, { params: { id }, query: { weeks: 1 }, signal })).data.at(-1) ?? null,
  });

export const featureTargetsQuery = (id: number) =>
  queryOptions({
    queryKey: [urlOf(getFeatureTargets.path, { id })],
    queryFn: ({ signal }) => call(getFeatureTargets, { params: { id }, signal }),
  });

export const benchmarksQuery = queryOptions({
  queryKey: [getBenchmarks.path],
  queryFn: ({ signal }) => call(getBenchmarks, { signal }),
  staleTime: cacheTimes.benchmarks,
  refetchInterval: cacheTimes.benchmarksRefetch,
});

export const weeklyComparisonQuery = queryOptions({
  queryKey: [getWeeklyComparison.path],
  queryFn: ({ signal }) => call(getWeeklyComparison, { signal }),
});
