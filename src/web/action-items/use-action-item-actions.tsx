import { notifications } from '@mantine/notifications';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { ListedActionItem } from '#shared/action-items/action-items.ts';
import type { RowActionsWithDialog } from '#web/ui/list/row-actions.ts';
import { createActionItemActions, type StartedActionItemChange } from './actions.tsx';

const ChangeDialog = lazy(async () => ({
  default: (await import('./ChangeDialog.tsx')).ChangeDialog,
}));

/**
 * Returns the actions on open action items, and a function that opens the dialog of a change.
 * `onDone` is called after a change is saved.
 */
export function useActionItemActions(
  onDone?: () => void,
): RowActionsWithDialog<ListedActionItem> & {
  start: (change: StartedActionItemChange) => void;
  isStarted: boolean;
} {
  const [started, setStarted] = useState<StartedActionItemChange & { chosen?: number }>();
  const actions = useMemo(
    () =>
      createActionItemActions((next) => {
        const open = next.rows.filter(({ outcome }) => outcome === null);
        if (open.length > 0) setStarted({ ...next, rows: open, chosen: next.rows.length });
        else
          notifications.show({
            title: 'Already closed',
            message: 'Closed action items can’t be changed.',
          });
      }),
    [],
  );
  const dialog = (
    <Suspense>
      {started !== undefined && (
        <ChangeDialog
          asked={started.asked}
          calls={started.rows}
          chosen={started.chosen ?? started.rows.length}
          opener={started.opener}
          onClose={() => setStarted(undefined)}
          onDone={onDone}
        />
      )}
    </Suspense>
  );
  return { actions, start: setStarted, isStarted: started !== undefined, dialog };
}
