import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallChange, getCalls, postCallChange, postCallUndo } from '#shared/action-items/calls.ts';
import { counted } from '#shared/core/words.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { sayNotDone } from '#web/ui/sending/say-not-done.ts';
import { sayUndoable, skippedText } from '#web/ui/sending/say-undoable.tsx';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { refreshWork } from '#web/work/data.ts';

export const callsQuery = queryOptions({ ...endpointQuery(getCalls), structuralSharing: false });

/** Fields of an action item that a change needs. */
export interface ChangedCall {
  institutionId: number;
  institutionName: string;
  callId: string;
  title: string;
  version: number;
}

/** Refetches everything that a change of action items can affect. */
export const refreshCalls = (client: QueryClient, institutionIds: readonly number[]): Promise<unknown> =>
  Promise.all([client.invalidateQueries({ queryKey: callsQuery.queryKey }), refreshWork(client, institutionIds)]);

/** Returns 'Score fell, Elm Dental' for one action item, otherwise their number. */
export const callsText = (calls: readonly Pick<ChangedCall, 'title' | 'institutionName'>[]): string =>
  calls[0] !== undefined && calls.length === 1 ? `${calls[0].title}, ${calls[0].institutionName}` : counted(calls.length, 'action item');

interface Changing {
  calls: readonly ChangedCall[];
  change: CallChange;
  /** Title of the success notification. */
  title: string;
}

/** Mutation that changes action items. Retries have no further effect; shows a notification with Undo. */
export function useCallChange() {
  const client = useQueryClient();
  const once = useIdempotencyId();
  return useMutation({
    mutationFn: async ({ calls, change }: Changing) => {
      const content = { calls: calls.map(({ institutionId, callId, version }) => ({ institutionId, callId, version })), change };
      const changeId = once.idFor(content);
      return { changeId, ...(await call(postCallChange, { body: { changeId, ...content } })) };
    },
    onSuccess: ({ changeId, conflicts }, { calls, title }) => {
      once.done();
      const ids = calls.map(({ institutionId }) => institutionId);
      sayUndoable({
        id: changeId,
        title,
        note: skippedText(conflicts, 'call', 'meanwhile'),
        async undo() {
          try {
            const { kept } = await call(postCallUndo, { body: { changeId } });
            return skippedText(kept, 'call', 'since');
          } finally {
            await refreshCalls(client, ids);
          }
        },
      });
    },
    onError: (error, { calls }) => sayNotDone(`Couldn’t change ${callsText(calls)}`, error),
    // Also refetches after an error, because another user may have changed the action items.
    onSettled: (_, __, { calls }) =>
      refreshCalls(
        client,
        calls.map(({ institutionId }) => institutionId),
      ),
  });
}
