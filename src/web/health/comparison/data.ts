import { queryOptions } from '@tanstack/react-query';
import { getInstitutionComparison, getOfficialWeeks } from '#shared/comparison.ts';
import { urlOf } from '#shared/endpoint.ts';
import { call } from '#web/api.ts';

export interface Weeks {
  from: string;
  to: string;
}

export const officialWeeksQuery = queryOptions({
  queryKey: [getOfficialWeeks.path],
  queryFn: ({ signal }) => call(getOfficialWeeks, { signal }),
});

export const institutionComparisonQuery = (id: number, weeks: Weeks) =>
  queryOptions({
    queryKey: [urlOf(getInstitutionComparison.path, { id }, { ...weeks })],
    queryFn: ({ signal }) => call(getInstitutionComparison, { params: { id }, query: weeks, signal }),
  });
