import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getBenchmarkChanges, getBenchmarkDistribution, getBenchmarkTable } from '#shared/benchmark-table.ts';
import type { QueryOf } from '#shared/endpoint.ts';
import { urlOf } from '#shared/endpoint.ts';
import { call } from '#web/api.ts';

export const benchmarkTableQuery = queryOptions({
  queryKey: [getBenchmarkTable.path],
  queryFn: ({ signal }) => call(getBenchmarkTable, { signal }),
});

export const benchmarkChangesQuery = queryOptions({
  queryKey: [getBenchmarkChanges.path],
  queryFn: async ({ signal }) => (await call(getBenchmarkChanges, { signal })).changes,
});

export const distributionQuery = (query: QueryOf<typeof getBenchmarkDistribution>) =>
  queryOptions({
    queryKey: [urlOf(getBenchmarkDistribution.path, {}, query)],
    queryFn: ({ signal }) => call(getBenchmarkDistribution, { query, signal }),
    placeholderData: keepPreviousData,
  });
