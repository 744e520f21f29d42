import type { RiskRow } from '#shared/risk/rows.ts';
import type { RowAction } from '#web/ui/list/row-actions.ts';
import { type WorkAction, workActions } from '#web/work/work-actions.ts';

export interface StartedRiskAction {
  action: WorkAction;
  rows: readonly RiskRow[];
  opener: Element | null;
}

/** Row actions on at-risk customers. Each action opens a dialog. */
export const createRiskActions = (start: (work: StartedRiskAction) => void): RowAction<RiskRow>[] =>
  workActions.map(({ action, shortcut, label, Icon }) => ({
    shortcut,
    label,
    icon: <Icon size={14} aria-hidden />,
    onAct: (rows, opener) => start({ action, rows, opener }),
  }));
