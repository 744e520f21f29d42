import { useQueryClient } from '@tanstack/react-query';
import { slaColumns } from '#shared/slas/columns.ts';
import { endedClockPeriodChoices } from '#shared/slas/words.ts';
import { useBusinessTimeZone } from '#web/core/days.ts';
import type { AnswerRowProperties } from '#web/ui/list/row-actions.ts';
import { isBulkSlaAction } from './actions.tsx';
import { slaClocksQuery } from './data.ts';
import { useSlaActions } from './use-sla-actions.tsx';

/** Number of days for which the assistant's list includes ended clocks. */
const [, days] = endedClockPeriodChoices;

/** Bulk actions on the SLA clocks in an answer of the assistant. */
export function AnswerClockActions({ select, render }: AnswerRowProperties) {
  const client = useQueryClient();
  const timeZone = useBusinessTimeZone();
  const { actions, dialog } = useSlaActions();
  return render({
    actions: actions.filter(isBulkSlaAction),
    dialog,
    loadRows: async () =>
      select((await client.fetchQuery(slaClocksQuery(days))).rows, slaColumns(timeZone)),
  });
}
