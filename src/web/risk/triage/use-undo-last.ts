import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Dispatch, SetStateAction } from 'react';
import { sayNotDone } from '#web/ui/sending/say-not-done.ts';
import { undoWork } from '#web/work/use-say-done.ts';
import { goBack, lastOf, type TriageState } from './triage-state.ts';

export interface UndoLast {
  /** 'Back' where nothing was done about the last customer; undefined before the first. */
  word: 'Undo' | 'Back' | undefined;
  go: () => void;
  isPending: boolean;
}

/** Back to the customer one has left last; what was done about it is undone first. */
export function useUndoLast(state: TriageState, setState: Dispatch<SetStateAction<TriageState>>): UndoLast {
  const client = useQueryClient();
  const last = lastOf(state);
  const undo = useMutation({
    mutationFn: (work: { workId: string; institutionIds: number[] }) => undoWork(client, work),
    onSuccess: () => setState(goBack),
    onError: (error) => sayNotDone('Not undone', error),
  });
  function go() {
    if (last === undefined || undo.isPending) return;
    if (last.settled.how === 'skipped') setState(goBack);
    else undo.mutate({ workId: last.settled.workId, institutionIds: [last.institutionId] });
  }
  return { word: last && (last.settled.how === 'skipped' ? 'Back' : 'Undo'), go, isPending: undo.isPending };
}
