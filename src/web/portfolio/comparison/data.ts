import { queryOptions } from '@tanstack/react-query';
import {
  getComparedCustomers,
  getInstitutionComparison,
  getOfficialWeeks,
  getPortfolioComparison,
} from '#shared/portfolio/comparison.ts';
import { cacheTimes, endpointQuery } from '#web/core/api.ts';

export interface WeekPair {
  from: string;
  to: string;
}

export const officialWeeksQuery = endpointQuery(getOfficialWeeks);

export const comparisonQuery = ({ from, to }: WeekPair, sameCustomers: boolean, segment: string) =>
  endpointQuery(getPortfolioComparison, {
    query: { from, to, sameCustomers, ...(segment === '' ? {} : { segment }) },
  });

export const comparedCustomersQuery = (weeks: WeekPair) =>
  queryOptions({
    ...endpointQuery(getComparedCustomers, { query: weeks }),
    staleTime: cacheTimes.lists,
    // Structural sharing would block the page, because it compares tens of thousands of rows with
    // the previous response.
    structuralSharing: false,
  });

export const institutionComparisonQuery = (id: number, weeks: WeekPair) =>
  endpointQuery(getInstitutionComparison, { params: { id }, query: weeks });
