import { queryOptions } from '@tanstack/react-query';
import { getBio, getInstitutionLocations, getPractices, type Practice, postDealOwners } from '#shared/institutions/institutions.ts';
import { cacheTimes, call, endpointQuery } from '#web/core/api.ts';

async function fetchPractices(signal: AbortSignal): Promise<Practice[]> {
  try {
    return (await call(getPractices, { signal })).practices;
  } catch (cause) {
    throw new Error('Failed to fetch customer practices', { cause });
  }
}

/** Every practice of every customer. */
export const practicesQuery = queryOptions({
  queryKey: [getPractices.path],
  queryFn: ({ signal }) => fetchPractices(signal),
  staleTime: cacheTimes.lists,
  // Tens of thousands of rows: comparing them one by one with the last answer would stop the page.
  structuralSharing: false,
});

export const institutionLocationsQuery = (id: number) => endpointQuery(getInstitutionLocations, { params: { id } });

export const bioQuery = (id: number, placesProvider: string) => endpointQuery(getBio(placesProvider), { params: { id } });

export const dealOwnerQuery = (id: number, crmProvider: string) => {
  const endpoint = postDealOwners(crmProvider);
  return queryOptions({
    queryKey: [endpoint.path, id],
    queryFn: async ({ signal }) => (await call(endpoint, { body: { institutionIds: [id] }, signal })).dealOwners[String(id)] ?? null,
  });
};
