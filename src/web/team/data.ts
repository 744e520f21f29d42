import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getTeamTasks, getUntouched } from '#shared/team/rows.ts';
import { getTeam } from '#shared/team/team.ts';
import { getAbsences } from '#shared/work/working-time.ts';
import { endpointQuery } from '#web/core/api.ts';
import { refreshWork } from '#web/work/data.ts';

export const teamQuery = queryOptions({
  ...endpointQuery(getTeam),
  staleTime: 60_000,
  meta: { dependsOnWork: true },
});
export const teamTasksQuery = queryOptions({
  ...endpointQuery(getTeamTasks),
  structuralSharing: false,
  staleTime: 0,
  meta: { dependsOnWork: true },
});
export const untouchedQuery = queryOptions({
  ...endpointQuery(getUntouched),
  structuralSharing: false,
  staleTime: 0,
  meta: { dependsOnWork: true },
});
export const absencesQuery = queryOptions({
  ...endpointQuery(getAbsences),
  select: ({ rows }) => rows,
});

/** Refetches all data that an absence affects. */
export const refreshTeam = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: absencesQuery.queryKey }),
    refreshWork(client, []),
  ]);
