import { VisuallyHidden } from '@mantine/core';
import type { Day } from '#shared/core/dates.ts';
import { dollarsText, nearDayInWords } from '#shared/core/words.ts';
import type { RiskRow } from '#shared/risk/rows.ts';
import { institutionCells } from '#web/portfolio/institution-list.tsx';
import type { ListCells } from '#web/ui/list/cells.tsx';
import { tierStyles, tierTextColor } from '#web/ui/tier/tiers.ts';
import { priorityFactorsText } from './priority-text.ts';
import classes from './risk.module.css';
import { TrendLine } from './TrendLine.tsx';

/**
 * Cell renderers of the at-risk list. They depend on the current day, so callers create them again
 * when the day changes.
 */
export const createRiskCells = (
  today: Day,
  onPriority: (row: RiskRow, opener: HTMLElement) => void,
): ListCells<RiskRow> => ({
  ...institutionCells,
  institutionName: (row) => (
    <>
      <span
        aria-hidden
        title={row.healthTier}
        className={classes.tier}
        style={{ color: tierTextColor(row.healthTier) }}
      >
        {tierStyles[row.healthTier].mark}
      </span>
      {row.institutionName}
      <VisuallyHidden> {row.healthTier}</VisuallyHidden>
    </>
  ),
  priority: (row, isTabStop) =>
    row.priority === null ? null : (
      <button
        type="button"
        className={classes.priority}
        tabIndex={isTabStop ? 0 : -1}
        title={`${dollarsText(row.priority)} =\n${priorityFactorsText(row, today)}`}
        onClick={(event) => {
          event.stopPropagation();
          onPriority(row, event.currentTarget);
        }}
      >
        {dollarsText(row.priority)}
      </button>
    ),
  trend: (row) => <TrendLine row={row} />,
  ownerName: ({ ownerName, assigneeName }) => {
    const owner = ownerName ?? 'Unassigned';
    return assigneeName === null || assigneeName === ownerName ? (
      owner
    ) : (
      <span title={`Owner: ${owner}. Assigned to ${assigneeName}.`}>
        {owner} (assigned to {assigneeName})
      </span>
    );
  },
  lastOutcome: ({ lastOutcome, lastOutcomeOn }) =>
    lastOutcome === null || lastOutcomeOn === null
      ? null
      : `${lastOutcome}, ${nearDayInWords(lastOutcomeOn, today)}`,
  nextStep: (row) =>
    row.nextStep === null ? null : (
      <span title={row.nextStep} className={row.isTaskOverdue ? classes.overdue : undefined}>
        {row.nextStep}
      </span>
    ),
});
