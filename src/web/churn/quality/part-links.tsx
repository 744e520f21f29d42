import type { FlagOutcomeCombination } from '#shared/churn/quality/outcomes.ts';
import type { EvaluationWeekChoice, HitsOfTotal } from '#shared/churn/quality/quality.ts';
import { proportionText } from '#shared/churn/quality/share.ts';
import type { Day } from '#shared/core/dates.ts';
import { paths } from '#shared/core/pages/paths.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { RowsOnOtherPageLink } from '#web/ui/rows/RowsOnOtherPageLink.tsx';

export interface EvaluationPeriod {
  past: EvaluationWeekChoice;
  from: Day | null;
  until: Day | null;
}

/** Share of flags followed by a loss. The numbers link to the flags. */
export function FlagPrecisionWithLinks({
  part,
  weeks: { from, until },
  filters = [],
  of,
}: {
  part: HitsOfTotal;
  weeks: EvaluationPeriod;
  filters?: ListFilter[];
  of: string;
}) {
  if (part.of === 0) return proportionText(part);
  return (
    <RowsOnOtherPageLink
      path={paths.churnDashboard}
      address={{ tab: 'flags' }}
      filters={[{ column: 'flaggedOn', kind: 'dates', from, to: until }, ...filters]}
      of={of}
    >
      {proportionText(part)}
    </RowsOnOtherPageLink>
  );
}

export const lostOutcomes: readonly FlagOutcomeCombination[] = [
  'Flagged, left',
  'Not flagged, left',
];

interface OutcomesProperties {
  weeks: EvaluationPeriod;
  outcomes: readonly FlagOutcomeCombination[];
  filters?: ListFilter[];
  of: string;
  children: string;
}

/** Number of customers with these outcomes, as a link to the customers. */
export function OutcomesLink({
  weeks: { past },
  outcomes,
  filters = [],
  of,
  children,
}: OutcomesProperties) {
  return (
    <RowsOnOtherPageLink
      path={paths.churnMonitoring}
      address={{ tab: 'outcomes', ...(past === 'all' ? {} : { past }) }}
      filters={[{ column: 'outcome', kind: 'one-of', values: outcomes }, ...filters]}
      of={of}
    >
      {children}
    </RowsOnOtherPageLink>
  );
}
