import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getActionItems } from '#shared/action-items/action-items.ts';
import { countText } from '#shared/core/words.ts';
import { getOnboardingList } from '#shared/onboarding/onboarding.ts';
import { getPlaybookRuns } from '#shared/playbooks/runs.ts';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import { getRenewals } from '#shared/renewals/renewals.ts';
import { getRiskList } from '#shared/risk/list.ts';
import { getSlaClocks } from '#shared/slas/clocks.ts';
import {
  getReassignable,
  postReassignment,
  postReassignmentUndo,
  type ReassignmentMove,
  type ReassignSource,
} from '#shared/team/reassign/reassign.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { notifyUndoable, skippedText } from '#web/ui/sending/notify-undoable.tsx';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { prospectWorkKey, refreshWork } from '#web/work/data.ts';

const queryOf = (from: ReassignSource) =>
  from.kind === 'person' ? { person: from.userId } : { owner: from.ownerName };

/** Returns the query for the work of a person that can be reassigned. */
export const reassignableQuery = (from: ReassignSource) =>
  queryOptions({ ...endpointQuery(getReassignable, { query: queryOf(from) }), staleTime: 0 });

const changed = [
  ...[getReassignable, getActionItems, getInstitutionList].map(({ path }) => path),
  ...[getSlaClocks, getRenewals, getPlaybookRuns, getRiskList, getOnboardingList].map(
    ({ path }) => path,
  ),
];

/** Refetches all data that shows owners or assignees. */
const refreshOwners = (client: QueryClient, institutionIds: readonly number[]): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({
      predicate: ({ queryKey: [key] }) => changed.some((path) => String(key).startsWith(path)),
    }),
    refreshWork(client, institutionIds),
    client.invalidateQueries({ queryKey: [prospectWorkKey] }),
  ]);

/**
 * Returns a mutation that reassigns work and shows a notification with Undo. Retries have no
 * further effect.
 */
export function useReassignWork(from: ReassignSource) {
  const client = useQueryClient();
  const once = useIdempotencyId();
  const idsOf = (moves: readonly ReassignmentMove[]) => [
    ...new Set(moves.flatMap((move) => ('institutionId' in move ? [move.institutionId] : []))),
  ];
  return useMutation({
    mutationFn: async (moves: ReassignmentMove[]) => {
      const content = { from, moves };
      const reassignmentId = once.idFor(content);
      return {
        reassignmentId,
        ...(await call(postReassignment, { body: { reassignmentId, ...content } })),
      };
    },
    onSuccess: ({ reassignmentId, moved, kept }, moves) => {
      once.done();
      notifyUndoable({
        id: reassignmentId,
        title: `Reassigned ${countText(moved, 'item')}`,
        note: skippedText(kept, 'item', 'meanwhile'),
        async undo() {
          try {
            const answer = await call(postReassignmentUndo, {
              params: { reassignmentId },
              body: {},
            });
            return skippedText(answer.kept, 'item', 'since');
          } finally {
            await refreshOwners(client, idsOf(moves));
          }
        },
      });
    },
    onSettled: (_, __, moves) => refreshOwners(client, idsOf(moves)),
  });
}
