import type { RiskRow } from '#shared/risk/rows.ts';
import { reasonWords } from '#shared/work/cases.ts';
import classes from './risk.module.css';

/** Why a customer is at risk, each reason a chip; a decline says how long it has gone on. */
export function ReasonChips({ row }: { row: RiskRow }) {
  return row.reasons.map((reason) => (
    <span key={reason} className={classes.reason} data-reason={reason}>
      {reasonWords[reason]}
      {reason === 'declining' && ` ${row.consecutiveWeeksDeclining} wk`}
    </span>
  ));
}
