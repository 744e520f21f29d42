import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getPendingChanges, postDecision } from '#shared/admin/settings/settings.ts';
import type { BodyOf } from '#shared/core/endpoint.ts';
import { call, endpointQuery } from '#web/core/api.ts';

/** Pending changes, loaded at every visit because rules are proposed on another page. */
export const pendingChangesQuery = queryOptions({
  ...endpointQuery(getPendingChanges),
  staleTime: 0,
  select: ({ rows }) => rows,
});

/** Returns a mutation that decides on a pending change. An approved change affects all pages. */
export function useDecide(changeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof postDecision>) =>
      call(postDecision, { params: { changeId }, body }),
    onSettled: () => client.invalidateQueries(),
  });
}
