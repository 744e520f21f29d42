import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/core/endpoint.ts';
import {
  getIncidentLocations,
  getIncidents,
  getIncidentTaskPreview,
  type ListedIncident,
  postIncidentDismissOrReopen,
  postIncidentTasks,
} from '#shared/radar/radar.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { refreshWork } from '#web/work/data.ts';

/** Query of current and recent incidents and of the latest scan. */
export const incidentsQuery = queryOptions({
  ...endpointQuery(getIncidents),
  structuralSharing: false,
});

/**
 * Query of the locations of an incident. Without `incident`, returns the silent locations of all
 * open incidents.
 */
export const incidentLocationsQuery = (incident?: string) =>
  queryOptions({
    ...endpointQuery(getIncidentLocations, { query: incident === undefined ? {} : { incident } }),
    structuralSharing: false,
  });

/** Query that previews the tasks to be created, per owner. */
export const incidentTaskPreviewQuery = (incidentId: string) =>
  queryOptions({
    ...endpointQuery(getIncidentTaskPreview, { params: { incidentId } }),
    staleTime: 0,
  });

const paths = new Set<string | undefined>([getIncidents.path, getIncidentLocations.path]);

/** Returns a function that refetches everything that shows incidents. */
export function useRefetchIncidents() {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [key] }) =>
        typeof key === 'string' &&
        (paths.has(key.split('?', 1)[0]) || key.startsWith(`${getIncidents.path}/`)),
    });
}

type Verdict =
  BodyOf<typeof postIncidentDismissOrReopen> extends infer Body
    ? Body extends unknown
      ? Omit<Body, 'version'>
      : never
    : never;

/** Mutation that dismisses or reopens an incident. */
export function useDismissOrReopenIncident({
  incidentId,
  version,
}: Pick<ListedIncident, 'incidentId' | 'version'>) {
  const refresh = useRefetchIncidents();
  return useMutation({
    mutationFn: (verdict: Verdict) =>
      call(postIncidentDismissOrReopen, { params: { incidentId }, body: { ...verdict, version } }),
    onSettled: refresh,
  });
}

/** Mutation that creates the tasks of an incident. Retries have no further effect. */
export function useCreateIncidentTasks(incidentId: string) {
  const client = useQueryClient();
  const refresh = useRefetchIncidents();
  const once = useIdempotencyId();
  return useMutation({
    mutationFn: async () => {
      const workId = once.idFor(incidentId);
      return {
        workId,
        ...(await call(postIncidentTasks, { params: { incidentId }, body: { workId } })),
      };
    },
    onSuccess: async ({ institutionIds }) => {
      once.done();
      await Promise.all([refresh(), refreshWork(client, institutionIds)]);
    },
  });
}
