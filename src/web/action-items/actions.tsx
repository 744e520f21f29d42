import { IconCalendarDue, IconCheck, IconMoonStars, IconUser } from '@tabler/icons-react';
import type { ListedActionItem } from '#shared/action-items/action-items.ts';
import type { RowAction } from '#web/ui/list/row-actions.ts';
import type { ActionItemChangeKind } from './ChangeDialog.tsx';

/** Change whose dialog is open. */
export interface StartedActionItemChange {
  asked: ActionItemChangeKind;
  rows: readonly ListedActionItem[];
  opener: Element | null;
}

const offered = [
  { asked: 'close', shortcut: 'e', label: 'Close', Icon: IconCheck },
  { asked: 'assign', shortcut: 'a', label: 'Assign', Icon: IconUser },
  { asked: 'due', shortcut: 'm', label: 'Reschedule', Icon: IconCalendarDue },
  { asked: 'snooze', shortcut: 's', label: 'Snooze', Icon: IconMoonStars },
] as const;

/** Row actions on open action items. Each action opens a dialog. */
export const createActionItemActions = (
  start: (change: StartedActionItemChange) => void,
): RowAction<ListedActionItem>[] =>
  offered.map(({ asked, shortcut, label, Icon }) => ({
    shortcut,
    label,
    icon: <Icon size={14} aria-hidden />,
    onAct: (rows, opener) => start({ asked, rows, opener }),
  }));
