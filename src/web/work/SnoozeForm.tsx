import { Button, Stack } from '@mantine/core';
import { nearDayInWords } from '#shared/core/words.ts';
import { postRiskSnooze, postRiskUnsnooze } from '#shared/work/cases.ts';
import { useToday } from '#web/core/days.ts';
import type { RiskMenuProperties } from './menu-properties.ts';
import { useCaseWork, useRiskCase } from './risk-work.ts';
import { SnoozeFields } from './SnoozeFields.tsx';

/** Leaves customers in peace until a day; one that is snoozed can be brought back. */
export function SnoozeForm(properties: RiskMenuProperties) {
  const { institutionIds } = properties;
  const only = useRiskCase(institutionIds[0] ?? 0);
  const snooze = institutionIds.length === 1 ? only?.snooze : undefined;
  const today = useToday();
  const start = useCaseWork(postRiskSnooze, properties);
  const end = useCaseWork(postRiskUnsnooze, properties);
  const isBusy = start.isPending || end.isPending || !start.isReady;
  return (
    <Stack gap="xs">
      <SnoozeFields
        description="Ends earlier if the tier falls"
        before={snooze}
        isBusy={isBusy}
        isSending={start.isPending}
        onSnooze={(until, reason) => start.write({ until, reason }, (who) => `Snoozed ${who} until ${nearDayInWords(until, today)}`)}
      />
      {snooze && (
        <Button size="xs" variant="subtle" disabled={isBusy} onClick={() => end.write({}, (who) => `Ended the snooze of ${who}`)}>
          End the snooze now
        </Button>
      )}
    </Stack>
  );
}
