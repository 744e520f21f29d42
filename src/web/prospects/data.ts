import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { getProspects, postProspect } from '#shared/prospects/prospects.ts';
import { cacheTimes, call, endpointQuery } from '#web/core/api.ts';

export const prospectsQuery = queryOptions({
  ...endpointQuery(getProspects),
  staleTime: cacheTimes.lists,
  structuralSharing: false,
});

/** Mutation that saves a discovered place as a prospect and refetches the prospect list. */
export const addProspectMutation = mutationOptions({
  mutationFn: (placeId: string) => call(postProspect, { body: { placeId } }),
  onSuccess: (_prospect, _placeId, _result, { client }) =>
    client.invalidateQueries({ queryKey: prospectsQuery.queryKey }),
});
