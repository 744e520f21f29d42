import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { counted } from '#shared/core/words.ts';
import { getAlertRules } from '#shared/success-ops/alerts/alerts.ts';
import { type CallChange, getCalls, postCallChange, postCallUndo } from '#shared/success-ops/calls/calls.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { sayNotDone } from '#web/ui/sending/say-not-done.ts';
import { sayUndoable, skippedText } from '#web/ui/sending/say-undoable.tsx';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { refreshWork } from '#web/work/data.ts';
import { refreshDays } from '../day/data.ts';

export const callsQuery = queryOptions({ ...endpointQuery(getCalls), structuralSharing: false });

/** What a change of calls needs to know of each. */
export interface ChangedCall {
  institutionId: number;
  institutionName: string;
  callId: string;
  title: string;
  version: number;
}

/** Everything on a page that a change of calls may have changed. */
export const refreshCalls = (client: QueryClient, institutionIds: readonly number[]): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: callsQuery.queryKey }),
    client.invalidateQueries({ queryKey: [getAlertRules.path] }),
    refreshDays(client),
    refreshWork(client, institutionIds),
  ]);

/** 'Score fell, Elm Dental', or how many. */
export const callsText = (calls: readonly Pick<ChangedCall, 'title' | 'institutionName'>[]): string =>
  calls[0] !== undefined && calls.length === 1
    ? `${calls[0].title}, ${calls[0].institutionName}`
    : counted(calls.length, 'call to action', 'calls to action');

interface Changing {
  calls: readonly ChangedCall[];
  change: CallChange;
  /** What is said when it is done. */
  title: string;
}

/** Changes calls, once however often it is tried, and says so with the way back. */
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
    onError: (error, { calls }) => sayNotDone(`Not changed: ${callsText(calls)}`, error),
    // Read again after a refusal too: somebody has changed them meanwhile.
    onSettled: (_, __, { calls }) =>
      refreshCalls(
        client,
        calls.map(({ institutionId }) => institutionId),
      ),
  });
}
