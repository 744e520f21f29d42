import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { countText } from '#shared/core/words.ts';
import { postUndo } from '#shared/work/undo.ts';
import { call } from '#web/core/api.ts';
import { notifyUndoable, skippedText } from '#web/ui/sending/notify-undoable.tsx';
import { refreshWork } from './data.ts';

interface Done {
  /** Customer and change, such as "Snoozed Elm Dental until Dec 1". */
  title: string;
  /** Id for undo. */
  workId: string;
  institutionIds: readonly number[];
  /** Number of customers left unchanged because of a conflict. */
  conflicts?: number;
}

/** Returns the name of a single institution, or the number of customers. */
export const customerNameOrCountText = (
  institutionIds: readonly number[],
  institutionName: string | null,
): string => institutionName ?? countText(institutionIds.length, 'customer');

/** Undoes work on the server and refetches the affected queries. Throws the server's error. */
export async function undoWork(
  client: QueryClient,
  { workId, institutionIds }: Pick<Done, 'workId' | 'institutionIds'>,
) {
  try {
    return await call(postUndo, {
      params: { workId },
      body: { institutionIds: [...institutionIds] },
    });
  } finally {
    await refreshWork(client, institutionIds);
  }
}

/**
 * Returns a function that shows a notification with an undo action. `refresh` refetches further
 * queries after an undo.
 */
export function useNotifyDone(refresh?: () => Promise<unknown>): (done: Done) => void {
  const client = useQueryClient();
  return ({ title, workId, institutionIds, conflicts = 0 }) =>
    notifyUndoable({
      id: workId,
      title,
      note: skippedText(conflicts, 'customer', 'meanwhile'),
      async undo() {
        const { kept } = await undoWork(client, { workId, institutionIds });
        await refresh?.();
        return skippedText(kept.length, 'customer', 'since');
      },
    });
}
