import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ActionItemChange,
  getActionItems,
  type ListedActionItem,
  postActionItemChange,
  postActionItemUndo,
} from '#shared/action-items/action-items.ts';
import type { Day } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { countText } from '#shared/core/words.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { notifyUndoable, skippedText } from '#web/ui/sending/notify-undoable.tsx';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { refreshWork } from '#web/work/data.ts';
import { showingWork, showWorkAtOnce, type WorkChange } from '#web/work/optimistic.ts';

declare module '#web/work/optimistic.ts' {
  interface WorkChanges {
    actionItems: { callIds: ReadonlySet<string>; change: ActionItemChange };
  }
}

/** Returns the action items with a change that the server has not saved yet. */
function showInActionItems(
  answer: ResponseOf<typeof getActionItems>,
  change: WorkChange,
): ResponseOf<typeof getActionItems> {
  if (change.kind !== 'actionItems') return answer;
  const { callIds, change: made } = change;
  return {
    ...answer,
    rows: answer.rows.map((row) =>
      callIds.has(row.callId) ? { ...row, ...changedFields(made, answer.today) } : row,
    ),
  };
}

function changedFields(change: ActionItemChange, today: Day): Partial<ListedActionItem> {
  switch (change.action) {
    case 'close':
      return { outcome: change.outcome, note: change.note, closedOn: today };
    case 'due':
      return { dueOn: change.dueOn };
    case 'snooze':
      return { snooze: { until: change.until, reason: change.reason } };
    case 'wake':
      return { snooze: null };
    case 'assign':
      return {};
  }
}

export const actionItemsQuery = queryOptions({
  ...endpointQuery(getActionItems),
  meta: { showWork: showingWork(showInActionItems) },
  structuralSharing: false,
});

/** Fields of an action item that a change needs. */
export interface ActionItemReference {
  institutionId: number;
  institutionName: string;
  callId: string;
  title: string;
  version: number;
}

/** Refetches all data that a change of action items can affect. */
export const refetchActionItemData = (
  client: QueryClient,
  institutionIds: readonly number[],
): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: actionItemsQuery.queryKey }),
    refreshWork(client, institutionIds),
  ]);

/**
 * Describes action items. A single action item gets its title and customer, 'Score fell, Elm
 * Dental'; several get their number.
 */
export const describeActionItems = (
  calls: readonly Pick<ActionItemReference, 'title' | 'institutionName'>[],
): string =>
  calls[0] !== undefined && calls.length === 1
    ? `${calls[0].title}, ${calls[0].institutionName}`
    : countText(calls.length, 'action item');

interface Changing {
  calls: readonly ActionItemReference[];
  change: ActionItemChange;
  /** Title of the success notification. */
  title: string;
}

/**
 * Returns a mutation that changes action items and shows a notification with Undo. Retries have no
 * further effect.
 */
export function useActionItemChange() {
  const client = useQueryClient();
  const once = useIdempotencyId();
  return useMutation({
    mutationFn: async ({ calls, change }: Changing) => {
      const content = {
        calls: calls.map(({ institutionId, callId, version }) => ({
          institutionId,
          callId,
          version,
        })),
        change,
      };
      const changeId = once.idFor(content);
      return {
        changeId,
        ...(await call(postActionItemChange, { body: { changeId, ...content } })),
      };
    },
    onMutate: ({ calls, change }) =>
      showWorkAtOnce(client, [
        { kind: 'actionItems', callIds: new Set(calls.map(({ callId }) => callId)), change },
      ]),
    onSuccess: ({ changeId, conflicts }, { calls, title }) => {
      once.done();
      const ids = calls.map(({ institutionId }) => institutionId);
      notifyUndoable({
        id: changeId,
        title,
        note: skippedText(conflicts, 'action item', 'meanwhile'),
        async undo() {
          try {
            const { kept } = await call(postActionItemUndo, { body: { changeId } });
            return skippedText(kept, 'action item', 'since');
          } finally {
            await refetchActionItemData(client, ids);
          }
        },
      });
    },
    onError: (error, { calls }, rollBack) => {
      rollBack?.();
      notifyFailure(`Couldn’t change ${describeActionItems(calls)}`, error);
    },
    // Refetches after an error too, because another user may have changed the action items.
    onSettled: (_, __, { calls }) =>
      refetchActionItemData(
        client,
        calls.map(({ institutionId }) => institutionId),
      ),
  });
}
