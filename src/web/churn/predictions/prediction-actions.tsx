import { IconArrowBackUp, IconListSearch, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import type { PredictionRow } from '#shared/churn/predictions/rows.ts';
import type { RowAction } from '#web/ui/list/row-actions.ts';
import { type WorkAction, workActions } from '#web/work/work-actions.ts';

interface On {
  rows: readonly PredictionRow[];
  opener: Element | null;
}

/** Action that a user has started on predictions. */
export type StartedPredictionAction = On &
  (
    | { kind: 'evidence' | 'accepted' | 'rejected' | 'withdrawn' }
    | { kind: 'work'; action: WorkAction }
  );

/** Verdicts on predictions, each with its shortcut in the list. */
export const verdictActions = [
  { kind: 'accepted', shortcut: 'g', label: 'Accept', Icon: IconThumbUp },
  { kind: 'rejected', shortcut: 'r', label: 'Reject', Icon: IconThumbDown },
  { kind: 'withdrawn', shortcut: 'b', label: 'Withdraw', Icon: IconArrowBackUp },
] as const;

/** Row actions on predictions. Each action opens a dialog. */
export const createPredictionActions = (
  start: (act: StartedPredictionAction) => void,
): RowAction<PredictionRow>[] => [
  ...[
    { kind: 'evidence', shortcut: 'v', label: 'Evidence', Icon: IconListSearch } as const,
    ...verdictActions,
  ].map(({ kind, shortcut, label, Icon }) => ({
    shortcut,
    label,
    icon: <Icon size={14} aria-hidden />,
    onAct: (rows: readonly PredictionRow[], opener: Element | null) =>
      start({ kind, rows, opener }),
  })),
  ...workActions.map(({ action, shortcut, label, Icon }) => ({
    shortcut,
    label,
    icon: <Icon size={14} aria-hidden />,
    onAct: (rows: readonly PredictionRow[], opener: Element | null) =>
      start({ kind: 'work', action, rows, opener }),
  })),
];
