import {
  IconClipboardCheck,
  IconListCheck,
  IconMoonStars,
  IconNote,
  IconUser,
} from '@tabler/icons-react';
import type { RiskRow } from '#shared/risk/rows.ts';
import type { RowAction } from '#web/ui/list/row-actions.ts';
import type { WorkAction } from '#web/work/WorkDialog.tsx';

export interface StartedRiskAction {
  action: WorkAction;
  rows: readonly RiskRow[];
  opener: Element | null;
}

const workActions = [
  { action: 'assign', shortcut: 'a', label: 'Assign', Icon: IconUser },
  { action: 'snooze', shortcut: 's', label: 'Snooze', Icon: IconMoonStars },
  { action: 'outcome', shortcut: 'e', label: 'Record outcome', Icon: IconClipboardCheck },
  { action: 'note', shortcut: 'n', label: 'Add note', Icon: IconNote },
  { action: 'task', shortcut: 't', label: 'Add task', Icon: IconListCheck },
] as const;

/** Row actions on at-risk customers. Each action opens a dialog. */
export const riskActions = (start: (work: StartedRiskAction) => void): RowAction<RiskRow>[] =>
  workActions.map(({ action, shortcut, label, Icon }) => ({
    shortcut,
    label,
    icon: <Icon size={14} aria-hidden />,
    onAct: (rows, opener) => start({ action, rows, opener }),
  }));
