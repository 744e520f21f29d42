import { queryOptions } from '@tanstack/react-query';
import { getComparedCustomers, getComparison, getInstitutionComparison, getOfficialWeeks } from '#shared/comparison.ts';
import { urlOf } from '#shared/endpoint.ts';
import { cacheTimes, call } from '#web/api.ts';

export interface Weeks {
  from: string;
  to: string;
}

export const officialWeeksQuery = queryOptions({
  queryKey: [getOfficialWeeks.path],
  queryFn: ({ signal }) => call(getOfficialWeeks, { signal }),
});

export function comparisonQuery({ from, to }: Weeks, sameCustomers: boolean, segment: string) {
  const query = { from, to, sameCustomers, ...(segment === '' ? {} : { segment }) };
  return queryOptions({
    queryKey: [urlOf(getComparison.path, {}, query)],
    queryFn: ({ signal }) => call(getComparison, { query, signal }),
  });
}

export const comparedCustomersQuery = (weeks: Weeks) =>
  queryOptions({
    queryKey: [urlOf(getComparedCustomers.path, {}, { ...weeks })],
    queryFn: ({ signal }) => call(getComparedCustomers, { query: weeks, signal }),
    staleTime: cacheTimes.lists,
    // Tens of thousands of rows: comparing them one by one with the last answer would stop the page.
    structuralSharing: false,
  });

export const institutionComparisonQuery = (id: number, weeks: Weeks) =>
  queryOptions({
    queryKey: [urlOf(getInstitutionComparison.path, { id }, { ...weeks })],
    queryFn: ({ signal }) => call(getInstitutionComparison, { params: { id }, query: weeks, signal }),
  });
