import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#shared/assistant/assistant.ts';
import { slaColumns } from '#shared/slas/columns.ts';
import { endedClockPeriodDays } from '#shared/slas/words.ts';
import { useBusinessTimeZone } from '#web/core/days.ts';
import { isBulkSlaAction } from '#web/slas/actions.tsx';
import { slaClocksQuery } from '#web/slas/data.ts';
import { useSlaActions } from '#web/slas/use-sla-actions.tsx';
import { RowActionButtons } from './RowActionButtons.tsx';

/** Period of the clocks about which users can ask. */
const [, days] = endedClockPeriodDays;

/** Bulk actions on the SLA clocks of an answer. */
export function ClockActions({ answer }: { answer: Answer }) {
  const client = useQueryClient();
  const { actions, dialog } = useSlaActions();
  return (
    <RowActionButtons
      answer={answer}
      columns={slaColumns(useBusinessTimeZone())}
      load={async () => (await client.fetchQuery(slaClocksQuery(days))).rows}
      actions={actions.filter(isBulkSlaAction)}
      dialog={dialog}
    />
  );
}
