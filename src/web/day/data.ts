import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { getDay } from '#shared/day/day.ts';
import { getTeam } from '#shared/team/team.ts';
import { endpointQuery } from '#web/core/api.ts';

/** Query of a person’s day; `undefined` stands for the current user. */
export const dayQuery = (person: string | undefined) =>
  queryOptions({
    ...endpointQuery(getDay, person === undefined ? {} : { query: { person } }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    meta: { dependsOnWork: true },
  });

/** Refetches the days and the loads, which depend on the same work. */
export const refreshDays = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [key] }) =>
      [getDay.path, getTeam.path].some((path) => String(key).startsWith(path)),
  });
