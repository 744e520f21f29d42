import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { counted } from '#shared/core/words.ts';
import { postUndo } from '#shared/work/undo.ts';
import { call } from '#web/core/api.ts';
import { sayUndoable, stayText } from '#web/ui/sending/say-undoable.tsx';
import { refreshWork } from './data.ts';

interface Done {
  /** Whom and what, such as 'Snoozed Elm Dental until Dec 1'. */
  title: string;
  /** The id under which it can be undone. */
  workId: string;
  institutionIds: readonly number[];
  /** Those that somebody else changed meanwhile. */
  conflicts?: number;
}

/** The name of the only one, or how many. */
export const whom = (institutionIds: readonly number[], institutionName: string | null): string =>
  institutionName ?? counted(institutionIds.length, 'customer');

/** Undoes what was done on the server, and reads again what shows it. Throws what the server says against it. */
export async function undoWork(client: QueryClient, { workId, institutionIds }: Pick<Done, 'workId' | 'institutionIds'>) {
  try {
    return await call(postUndo, { params: { workId }, body: { institutionIds: [...institutionIds] } });
  } finally {
    await refreshWork(client, institutionIds);
  }
}

/** Says what was done, with the way to undo it; `refresh` reads again what shows it beside the work itself. */
export function useSayDone(refresh?: () => Promise<unknown>): (done: Done) => void {
  const client = useQueryClient();
  return ({ title, workId, institutionIds, conflicts = 0 }) =>
    sayUndoable({
      id: workId,
      title,
      note: stayText(conflicts, 'customer', 'meanwhile'),
      async undo() {
        const { kept } = await undoWork(client, { workId, institutionIds });
        await refresh?.();
        return stayText(kept.length, 'customer', 'since');
      },
    });
}
