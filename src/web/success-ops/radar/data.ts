import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/core/endpoint.ts';
import {
  getIncidentLocations,
  getIncidents,
  getIncidentTasks,
  type ListedIncident,
  postIncidentTasks,
  postIncidentVerdict,
} from '#shared/success-ops/radar/radar.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { refreshWork } from '#web/work/data.ts';

/** The incidents that are under way or were lately, with what the last look saw. */
export const incidentsQuery = queryOptions({ ...endpointQuery(getIncidents), structuralSharing: false });

/** The locations of one incident; left out, the silent ones of every open one. */
export const incidentLocationsQuery = (incident?: string) =>
  queryOptions({
    ...endpointQuery(getIncidentLocations, { query: incident === undefined ? {} : { incident } }),
    structuralSharing: false,
  });

/** Who would get how many tasks. */
export const incidentTasksQuery = (incidentId: string) =>
  queryOptions({ ...endpointQuery(getIncidentTasks, { params: { incidentId } }), staleTime: 0 });

const paths = new Set<string | undefined>([getIncidents.path, getIncidentLocations.path]);

/** Reads again everything that shows incidents. */
export function useRefreshIncidents() {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [key] }) =>
        typeof key === 'string' && (paths.has(key.split('?', 1)[0]) || key.startsWith(`${getIncidents.path}/`)),
    });
}

type Verdict = BodyOf<typeof postIncidentVerdict> extends infer Body ? (Body extends unknown ? Omit<Body, 'version'> : never) : never;

/** Dismisses an incident, or opens it again. */
export function useVerdict({ incidentId, version }: Pick<ListedIncident, 'incidentId' | 'version'>) {
  const refresh = useRefreshIncidents();
  return useMutation({
    mutationFn: (verdict: Verdict) => call(postIncidentVerdict, { params: { incidentId }, body: { ...verdict, version } }),
    onSettled: refresh,
  });
}

/** Makes the tasks of an incident, once however often it is tried. */
export function useMakeTasks(incidentId: string) {
  const client = useQueryClient();
  const refresh = useRefreshIncidents();
  const once = useIdempotencyId();
  return useMutation({
    mutationFn: async () => {
      const workId = once.idFor(incidentId);
      return { workId, ...(await call(postIncidentTasks, { params: { incidentId }, body: { workId } })) };
    },
    onSuccess: async ({ institutionIds }) => {
      once.done();
      await Promise.all([refresh(), refreshWork(client, institutionIds)]);
    },
  });
}
