import { queryOptions } from '@tanstack/react-query';
import { getBenchmarks } from '#shared/health/benchmarks.ts';
import { getFeatureTargets, getHealthTrend } from '#shared/health/health.ts';
import { getWeeklyComparison } from '#shared/health/weekly-comparison.ts';
import { cacheTimes, endpointQuery } from '#web/core/api.ts';

/** Loads the last official week of an institution; `null` when it was never scored. */
export const institutionHealthQuery = (id: number) =>
  queryOptions({
    ...endpointQuery(getHealthTrend, { params: { id }, query: { weeks: 1 } }),
    select: ({ data }) => data.at(-1) ?? null,
  });

export const featureTargetsQuery = (id: number) =>
  endpointQuery(getFeatureTargets, { params: { id } });

export const benchmarksQuery = queryOptions({
  ...endpointQuery(getBenchmarks),
  staleTime: cacheTimes.benchmarks,
  refetchInterval: cacheTimes.benchmarksRefetch,
});

export const weeklyComparisonQuery = endpointQuery(getWeeklyComparison);
