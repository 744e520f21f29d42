import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { getDay } from '#shared/success-ops/day/day.ts';
import { getTeam } from '#shared/success-ops/team/team.ts';
import { endpointQuery } from '#web/core/api.ts';

/** Without a person, one’s own. */
export const dayQuery = (person: string | undefined) =>
  queryOptions({
    ...endpointQuery(getDay, person === undefined ? {} : { query: { person } }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** The days, and the loads that follow from the same work. */
export const refreshDays = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [key] }) => [getDay.path, getTeam.path].some((path) => String(key).startsWith(path)),
  });
