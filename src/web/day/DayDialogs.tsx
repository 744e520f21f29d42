import { lazy, Suspense } from 'react';
import type { Day } from '#shared/core/dates.ts';
import type { OpenDialog } from './open-dialog.ts';
import type { useDayActions } from './use-day-actions.ts';

const FinishDialog = lazy(async () => ({
  default: (await import('./FinishDialog.tsx')).FinishDialog,
}));
const SaveOutcomeDialog = lazy(async () => ({
  default: (await import('./SaveOutcomeDialog.tsx')).SaveOutcomeDialog,
}));
const SnoozeDialog = lazy(async () => ({
  default: (await import('./SnoozeDialog.tsx')).SnoozeDialog,
}));
const MoveDialog = lazy(async () => ({ default: (await import('./MoveDialog.tsx')).MoveDialog }));
const PauseDialog = lazy(async () => ({
  default: (await import('#web/slas/PauseDialog.tsx')).PauseDialog,
}));
const ChangeDialog = lazy(async () => ({
  default: (await import('#web/action-items/ChangeDialog.tsx')).ChangeDialog,
}));

interface Properties {
  dialog: OpenDialog | undefined;
  today: Day;
  actions: ReturnType<typeof useDayActions>;
  onClose: () => void;
}

/** Dialog of an action on a row. */
export const DayDialogs = (properties: Properties) => (
  <Suspense>
    <Dialog {...properties} />
  </Suspense>
);

function Dialog({ dialog, today, actions, onClose }: Properties) {
  if (dialog === undefined) return null;
  const { row } = dialog;
  const shared = { row, opener: dialog.opener, onClose };
  switch (dialog.kind) {
    case 'finish':
      return <FinishDialog {...shared} onFinish={(finish) => actions.finish(row, finish)} />;
    case 'snooze':
      return (
        <SnoozeDialog
          {...shared}
          onSnooze={(until, reason) => actions.snooze(row, until, reason)}
        />
      );
    case 'move':
      return <MoveDialog {...shared} today={today} onMove={(to) => actions.move(row, to)} />;
    case 'save':
      return <SaveOutcomeDialog {...shared} item={dialog.item} today={today} />;
    case 'action item': {
      const { call, institutionId, institutionName } = dialog.item;
      return (
        call !== null &&
        institutionId !== null &&
        institutionName !== null && (
          <ChangeDialog
            asked="close"
            calls={[{ ...call, institutionId, institutionName }]}
            opener={dialog.opener}
            onClose={onClose}
          />
        )
      );
    }
    case 'pause': {
      const { sla, institutionId, institutionName } = dialog.item;
      return (
        sla !== null &&
        institutionId !== null &&
        institutionName !== null && (
          <PauseDialog
            clocks={[{ institutionId, institutionName, key: sla.key }]}
            overdue={0}
            opener={dialog.opener}
            onClose={onClose}
          />
        )
      );
    }
  }
}
