import { notifications } from '@mantine/notifications';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getPendingChanges, postPendingChangeDecision } from '#shared/admin/settings/settings.ts';
import type { BodyOf } from '#shared/core/endpoint.ts';
import { call, endpointQuery } from '#web/core/api.ts';

/** Pending changes. They are refetched at every visit, because other pages can propose changes. */
export const pendingChangesQuery = queryOptions({
  ...endpointQuery(getPendingChanges),
  staleTime: 0,
  select: ({ rows }) => rows,
});

const decisionTexts = {
  approved: 'Change approved and applied',
  refused: 'Change rejected',
  withdrawn: 'Change withdrawn',
} as const;

/**
 * Returns a mutation that approves, rejects or withdraws a pending change. An approved change can
 * affect all pages.
 */
export function useDecidePendingChange(changeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof postPendingChangeDecision>) =>
      call(postPendingChangeDecision, { params: { changeId }, body }),
    onSuccess: (_, { decision }) =>
      notifications.show({ title: decisionTexts[decision], message: null }),
    onSettled: () => client.invalidateQueries(),
  });
}
