import type { RiskRow } from '#shared/risk/rows.ts';
import { institutionCells } from '#web/portfolio/institution-list.tsx';
import type { ListCells } from '#web/ui/list/cells.tsx';
import { dollarText, factorsText } from './priority-text.ts';
import { ReasonChips } from './ReasonChips.tsx';
import classes from './risk.module.css';

/** How the list of at-risk customers shows its reasons, and a priority beside what it is made of. */
export const riskCells: ListCells<RiskRow> = {
  ...institutionCells,
  reasons: (row) => (row.reasons.length === 0 ? null : <ReasonChips row={row} />),
  priority: (row) =>
    row.priority === null ? null : (
      <>
        <span className={classes.factors}>{factorsText(row)}</span>
        <span className={classes.priority}>{dollarText(row.priority)}</span>
      </>
    ),
};
