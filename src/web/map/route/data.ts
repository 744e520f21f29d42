import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { postRouteCandidates, type RouteCandidateRequest } from '#shared/map/route/candidates.ts';
import { call } from '#web/core/api.ts';

/** Query for the candidates of a route. */
export const routeCandidatesQuery = (request: RouteCandidateRequest) =>
  queryOptions({
    queryKey: ['route-candidates', request],
    queryFn: ({ signal }) => call(postRouteCandidates, { body: request, signal }),
    // A new start keeps the route on the page until the candidates come.
    placeholderData: keepPreviousData,
  });
