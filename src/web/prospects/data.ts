import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '#shared/core/endpoint.ts';
import { getProspects, postProspect } from '#shared/prospects/prospects.ts';
import { cacheTimes, call, endpointQuery } from '#web/core/api.ts';
import { prospectWorkKey } from '#web/work/data.ts';

export const prospectsQuery = queryOptions({
  ...endpointQuery(getProspects),
  staleTime: cacheTimes.lists,
  structuralSharing: false,
});

/** Refetches lists, board and profiles of prospects. */
export const refetchProspects = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: [prospectWorkKey] });

/** Mutation that saves a discovered place as a prospect and refetches the prospects. */
export const addProspectMutation = mutationOptions({
  mutationFn: (body: BodyOf<typeof postProspect>) => call(postProspect, { body }),
  onSuccess: (_prospect, _body, _result, { client }) =>
    Promise.all([
      client.invalidateQueries({ queryKey: prospectsQuery.queryKey }),
      refetchProspects(client),
    ]),
});
