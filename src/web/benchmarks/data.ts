import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  getBenchmarkChanges,
  getBenchmarkDistribution,
  getBenchmarkTable,
} from '#shared/benchmarks/table.ts';
import type { QueryOf } from '#shared/core/endpoint.ts';
import { endpointQuery } from '#web/core/api.ts';

export const benchmarkTableQuery = endpointQuery(getBenchmarkTable);

export const benchmarkChangesQuery = queryOptions({
  ...endpointQuery(getBenchmarkChanges),
  select: ({ rows }) => rows,
});

export const benchmarkDistributionQuery = (query: QueryOf<typeof getBenchmarkDistribution>) =>
  queryOptions({
    ...endpointQuery(getBenchmarkDistribution, { query }),
    placeholderData: keepPreviousData,
  });
