import { Anchor } from '@mantine/core';
import { formatDaysUntilNotice } from '#shared/churn/predictions/columns.ts';
import type { PredictionRow } from '#shared/churn/predictions/rows.ts';
import { shareRangeText, shareText } from '#shared/core/words.ts';
import { institutionCells } from '#web/portfolio/institution-list.tsx';
import type { ListCells } from '#web/ui/list/cells.tsx';
import { ChurnTierLabel } from './ChurnTierLabel.tsx';

/** Cell renderers for tiers, ranges and patterns. */
export const createPredictionCells = (
  onEvidence: (row: PredictionRow, opener: Element) => void,
): ListCells<PredictionRow> => ({
  ...institutionCells,
  tier: ({ tier }) => <ChurnTierLabel tier={tier} />,
  daysLeft: (row) => formatDaysUntilNotice(row),
  chance60: (row) =>
    `${shareText(row.chance60)} (${shareRangeText({ low: row.chanceLow, high: row.chanceHigh })})`,
  patterns: (row, isTabStop) => (
    <Anchor
      component="button"
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      size="sm"
      display="inline-block"
      w="100%"
      truncate="end"
      ta="start"
      title={row.evidence.map(({ value }) => value).join('\n')}
      aria-label={`${row.evidence.length}: ${row.patternText}. Evidence for ${row.institutionName}`}
      onClick={(event) => {
        event.stopPropagation();
        onEvidence(row, event.currentTarget);
      }}
    >
      {row.evidence.length}: {row.patternText}
    </Anchor>
  ),
  nextStep: (row) =>
    row.nextStep === null ? null : <span title={row.nextStep}>{row.nextStep}</span>,
});
