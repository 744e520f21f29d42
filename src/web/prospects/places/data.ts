import { queryOptions } from '@tanstack/react-query';
import { getLiveFacts, getNppesRecords } from '#shared/prospects/places.ts';
import { call, endpointQuery } from '#web/core/api.ts';

export const nppesRecordsQuery = (name: string, zip: string) =>
  endpointQuery(getNppesRecords, { query: { name, zip } });

/** Query for facts that may be shown but not kept: they are dropped when they are no longer shown. */
export const liveFactsQuery = (prospectId: number) =>
  queryOptions({
    queryKey: [getLiveFacts.path, prospectId],
    queryFn: ({ signal }) => call(getLiveFacts, { params: { prospectId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
