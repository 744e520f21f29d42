import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { addDays, type Day } from '#shared/core/dates.ts';
import { nearDayInWords } from '#shared/core/words.ts';
import { longestSnoozeReason, postRiskSnooze, postRiskUnsnooze } from '#shared/work/cases.ts';
import { longestSnoozeDays } from '#shared/work/rules.ts';
import { snoozeChoices, useToday } from '#web/core/days.ts';
import { submitting } from '#web/ui/sending.ts';
import type { RiskMenuProperties } from './menu-properties.ts';
import { useCaseWork, useRiskCase } from './risk-work.ts';

const usualReasons = ['Known season', 'Owner is away', 'A plan is agreed', 'Waiting for the customer'];
const usualDays = 14;

/** Leaves customers in peace until a day. A usual reason snoozes at once; one that is snoozed can be brought back. */
export function SnoozeForm(properties: RiskMenuProperties) {
  const { institutionIds } = properties;
  const only = useRiskCase(institutionIds[0] ?? 0);
  const snooze = institutionIds.length === 1 ? only?.snooze : undefined;
  const today = useToday();
  const start = useCaseWork(postRiskSnooze, properties);
  const end = useCaseWork(postRiskUnsnooze, properties);
  const [until, setUntil] = useState<Day>(snooze?.until ?? addDays(today, usualDays));
  const [reason, setReason] = useState(snooze?.reason ?? '');
  const isBusy = start.isPending || end.isPending || !start.isReady;
  const isComplete = reason.trim() !== '' && until !== '' && !isBusy;
  const give = (why: string) => start.write({ until, reason: why.trim() }, (who) => `Snoozed ${who} until ${nearDayInWords(until, today)}`);
  return (
    <Stack gap="xs" component="form" onSubmit={submitting(() => isComplete && give(reason))}>
      <Group gap={6}>
        {snoozeChoices(today).map((choice) => (
          <Button
            key={choice.label}
            size="compact-xs"
            variant={choice.until === until ? 'filled' : 'light'}
            aria-pressed={choice.until === until}
            onClick={() => setUntil(choice.until)}
          >
            {choice.label}
          </Button>
        ))}
      </Group>
      <TextInput
        type="date"
        label="Until"
        description="Ends earlier if the tier falls"
        value={until}
        min={addDays(today, 1)}
        max={addDays(today, longestSnoozeDays)}
        onChange={(event) => setUntil(event.currentTarget.value)}
        required
      />
      <Text size="sm" fw={500} mt={4}>
        Snooze because
      </Text>
      <Group gap={6}>
        {usualReasons.map((each, at) => (
          <Button
            key={each}
            size="compact-sm"
            variant="default"
            disabled={until === '' || isBusy}
            data-autofocus={at === 0 || undefined}
            onClick={() => give(each)}
          >
            {each}
          </Button>
        ))}
      </Group>
      <Group gap={6} align="flex-end" wrap="nowrap">
        <TextInput
          label="Another reason"
          value={reason}
          maxLength={longestSnoozeReason}
          onChange={(event) => setReason(event.currentTarget.value)}
          flex={1}
        />
        <Button type="submit" size="sm" loading={start.isPending} disabled={!isComplete}>
          Snooze
        </Button>
      </Group>
      {snooze && (
        <Button size="xs" variant="subtle" disabled={isBusy} onClick={() => end.write({}, (who) => `Ended the snooze of ${who}`)}>
          End the snooze now
        </Button>
      )}
    </Stack>
  );
}
