import { dollarsText, shareText } from '#shared/core/words.ts';
import type { RiskRow } from '#shared/risk/rows.ts';
import { useToday } from '#web/core/days.ts';
import { timeToRenewalText } from './priority-text.ts';
import classes from './risk.module.css';

/** Factors that are multiplied to compute the priority. */
export function PriorityFactors({ row }: { row: RiskRow }) {
  const today = useToday();
  const { renewalOn, lossChance, annualRevenue, renewalFactor, priority } = row;
  return (
    <dl className={classes.factors}>
      <div>
        <dt>Chance of loss</dt>
        <dd>{lossChance === null ? '–' : shareText(lossChance)}</dd>
      </div>
      <div>
        <dt>Yearly revenue</dt>
        <dd>{annualRevenue === null ? 'not known' : dollarsText(annualRevenue)}</dd>
      </div>
      <div>
        <dt>Renewal {renewalOn !== null && timeToRenewalText(renewalOn, today)}</dt>
        <dd>× {renewalFactor}</dd>
      </div>
      <div>
        <dt>Priority</dt>
        <dd>{priority === null ? '–' : dollarsText(priority)}</dd>
      </div>
    </dl>
  );
}
