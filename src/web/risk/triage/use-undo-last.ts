import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Dispatch, SetStateAction } from 'react';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { undoWork } from '#web/work/use-notify-done.ts';
import { lastVisitedCustomer, returnToPreviousCustomer, type TriageState } from './triage-state.ts';

export interface UndoLastTriage {
  /**
   * Label of the button: 'Back' after a skip, 'Undo' after an outcome or a snooze; `undefined` for
   * the first customer.
   */
  word: 'Undo' | 'Back' | undefined;
  go: () => void;
  isPending: boolean;
}

/** Returns to the last visited customer. Its outcome or snooze is undone first. */
export function useUndoLastTriage(
  state: TriageState,
  setState: Dispatch<SetStateAction<TriageState>>,
): UndoLastTriage {
  const client = useQueryClient();
  const last = lastVisitedCustomer(state);
  const undo = useMutation({
    mutationFn: (work: { workId: string; institutionIds: number[] }) => undoWork(client, work),
    onSuccess: () => setState(returnToPreviousCustomer),
    onError: (error) => notifyFailure('Couldn’t undo the last step', error),
  });
  function go() {
    if (last === undefined || undo.isPending) return;
    if (last.settled.how === 'skipped') setState(returnToPreviousCustomer);
    else undo.mutate({ workId: last.settled.workId, institutionIds: [last.institutionId] });
  }
  return {
    word: last && (last.settled.how === 'skipped' ? 'Back' : 'Undo'),
    go,
    isPending: undo.isPending,
  };
}
