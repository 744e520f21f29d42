import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/core/endpoint.ts';
import {
  getFixes,
  postDistinctCustomers,
  postEhrMapping,
  postLocationZipPlacement,
  postUndoFix,
} from '#shared/data-quality/fixes.ts';
import { getDataQuality } from '#shared/data-quality/issues.ts';
import { getMergeComparison, postMerge } from '#shared/data-quality/merge.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';

export const dataQualityQuery = queryOptions({
  ...endpointQuery(getDataQuality),
  structuralSharing: false,
});
export const fixesQuery = queryOptions({ ...endpointQuery(getFixes), select: ({ rows }) => rows });

const [pairs = ''] = getMergeComparison.path.split(':');

/**
 * Returns a function that refreshes all queries, because nearly every page shows customers. Skips
 * queries of a customer that was merged and no longer exists.
 */
function useRefreshQuality() {
  const client = useQueryClient();
  return (_answer: unknown, error: Error | null) =>
    client.invalidateQueries({
      predicate: ({ queryKey: [address] }) => error !== null || !String(address).startsWith(pairs),
    });
}

function useFix<Content extends object, Answer>(
  send: (fixId: string, content: Content) => Promise<Answer>,
) {
  const once = useIdempotencyId();
  const refresh = useRefreshQuality();
  return useMutation({
    mutationFn: (content: Content) => send(once.idFor(content), content),
    onSuccess: () => once.done(),
    onSettled: refresh,
  });
}

type Content<Body> = Omit<Body, 'fixId'>;

export const usePlaceLocations = () =>
  useFix((fixId, { places }: Content<BodyOf<typeof postLocationZipPlacement>>) =>
    call(postLocationZipPlacement, { body: { fixId, places } }),
  );
export const useMapEhrName = () =>
  useFix((fixId, content: Content<BodyOf<typeof postEhrMapping>>) =>
    call(postEhrMapping, { body: { fixId, ...content } }),
  );
export const useMarkDistinct = () =>
  useFix((fixId, content: Content<BodyOf<typeof postDistinctCustomers>>) =>
    call(postDistinctCustomers, { body: { fixId, ...content } }),
  );

export const useMergeCustomers = () =>
  useFix((fixId, content: Content<BodyOf<typeof postMerge>>) =>
    call(postMerge, { body: { fixId, ...content } }),
  );

export function useUndoFix() {
  const refresh = useRefreshQuality();
  return useMutation({
    mutationFn: (fixId: string) => call(postUndoFix, { params: { fixId }, body: {} }),
    onSettled: refresh,
  });
}
