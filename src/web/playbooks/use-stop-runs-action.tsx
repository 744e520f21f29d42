import { notifications } from '@mantine/notifications';
import { IconPlayerStop } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { ListedRun } from '#shared/playbooks/runs.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import type { RowAction, RowActionsWithDialog } from '#web/ui/list/row-actions.ts';

const StopDialog = lazy(async () => ({ default: (await import('./StopDialog.tsx')).StopDialog }));

/** Returns the action that stops active runs. `onDone` is called after runs are stopped. */
export function useStopRunsAction(onDone?: () => void): RowActionsWithDialog<ListedRun> {
  const [stopping, setStopping] = useState<{ active: readonly ListedRun[]; chosen: number }>();
  const actions = useMemo(
    (): RowAction<ListedRun>[] => [
      {
        shortcut: 'e',
        label: 'Stop',
        icon: <IconPlayerStop size={14} aria-hidden />,
        onAct: (rows) => {
          const active = rows.filter(({ state }) => state === 'active');
          const problem = problemOf(active.length);
          if (problem === undefined) setStopping({ active, chosen: rows.length });
          else notifications.show(problem);
        },
      },
    ],
    [],
  );
  const dialog = (
    <Suspense>
      {stopping !== undefined && (
        <StopDialog
          runs={stopping.active}
          chosen={stopping.chosen}
          onClose={() => setStopping(undefined)}
          onDone={onDone}
        />
      )}
    </Suspense>
  );
  return { actions, dialog };
}

/** Returns the reason why this number of active runs can't be stopped together. */
function problemOf(active: number): { title: string; message: string } | undefined {
  if (active === 0)
    return { title: 'Nothing to stop', message: 'Only active runs can be stopped.' };
  return active > maxBulkItems
    ? { title: 'Too many runs', message: `Stop at most ${maxBulkItems} active runs together.` }
    : undefined;
}
