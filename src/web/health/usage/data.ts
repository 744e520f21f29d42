import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getInstitutionBenchmarks, getInstitutionUsage } from '#shared/health/usage.ts';
import { endpointQuery } from '#web/core/api.ts';

export const usageQuery = (id: number, weeks: number) =>
  queryOptions({
    ...endpointQuery(getInstitutionUsage, { params: { id }, query: { weeks } }),
    placeholderData: keepPreviousData,
  });

export const institutionBenchmarksQuery = (id: number) =>
  endpointQuery(getInstitutionBenchmarks, { params: { id } });
