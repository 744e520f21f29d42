import { Button, Stack } from '@mantine/core';
import { nearDayInWords } from '#shared/core/words.ts';
import { postRiskSnooze, postRiskUnsnooze } from '#shared/work/cases.ts';
import { useToday } from '#web/core/days.ts';
import type { RiskMenuProperties } from '../menu-properties.ts';
import { useRiskCase, useRiskCaseMutation } from './risk-work.ts';
import { SnoozeFields } from './SnoozeFields.tsx';

/** Form to snooze customers until a day, or to end a snooze. */
export function SnoozeForm(properties: RiskMenuProperties) {
  const { institutionIds } = properties;
  const only = useRiskCase(institutionIds[0] ?? 0);
  const snooze = institutionIds.length === 1 ? only?.snooze : undefined;
  const today = useToday();
  const start = useRiskCaseMutation(postRiskSnooze, properties);
  const end = useRiskCaseMutation(postRiskUnsnooze, properties);
  const isBusy = start.isPending || end.isPending || !start.isReady;
  return (
    <Stack gap="xs">
      <SnoozeFields
        description="The snooze ends earlier if the customer’s health tier falls"
        before={snooze}
        isBusy={isBusy}
        isSending={start.isPending}
        onSnooze={(until, reason) =>
          start.write(
            { until, reason },
            (customers) => `Snoozed ${customers} until ${nearDayInWords(until, today)}`,
            { kind: 'snooze', institutionIds, until, reason },
          )
        }
      />
      {snooze && (
        <Button
          size="xs"
          variant="subtle"
          disabled={isBusy}
          onClick={() => end.write({}, (customers) => `Ended snooze of ${customers}`)}
        >
          End snooze
        </Button>
      )}
    </Stack>
  );
}
