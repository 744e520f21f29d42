import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import {
  getBio,
  getInstitutionLocations,
  getPractices,
  postDealOwnerLookup,
} from '#shared/institutions/institutions.ts';
import { cacheTimes, call, endpointQuery } from '#web/core/api.ts';

async function fetchPractices(signal: AbortSignal): Promise<ResponseOf<typeof getPractices>> {
  try {
    return await call(getPractices, { signal });
  } catch (cause) {
    throw new Error('Failed to fetch customer practices', { cause });
  }
}

const practiceListQuery = queryOptions({
  queryKey: [getPractices.path],
  queryFn: ({ signal }) => fetchPractices(signal),
  staleTime: cacheTimes.lists,
  // Comparing tens of thousands of rows with the previous response would block the page.
  structuralSharing: false,
});

/** All practices of all customers. */
export const practicesQuery = queryOptions({
  ...practiceListQuery,
  select: ({ practices }) => practices,
});

/** Tier limits of the last official week; `null` before the first official week. */
export const healthTierLimitsQuery = queryOptions({
  ...practiceListQuery,
  select: ({ tierLimits }) => tierLimits,
});

export const institutionLocationsQuery = (id: number) =>
  endpointQuery(getInstitutionLocations, { params: { id } });

export const bioQuery = (id: number, placesProvider: string) =>
  endpointQuery(getBio(placesProvider), { params: { id } });

export const dealOwnerQuery = (id: number, crmProvider: string) => {
  const endpoint = postDealOwnerLookup(crmProvider);
  return queryOptions({
    queryKey: [endpoint.path, id],
    queryFn: async ({ signal }) =>
      (await call(endpoint, { body: { institutionIds: [id] }, signal })).dealOwners[String(id)] ??
      null,
  });
};
