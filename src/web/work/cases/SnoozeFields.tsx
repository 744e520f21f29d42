import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { addDays, type Day } from '#shared/core/dates.ts';
import { maxSnoozeReasonLength } from '#shared/work/cases.ts';
import { maxSnoozeDays } from '#shared/work/rules.ts';
import { createSnoozeChoices, useToday } from '#web/core/days.ts';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';

const commonReasons = [
  'Seasonal dip',
  'Practice owner is away',
  'Plan agreed',
  'Waiting for the customer',
];
const defaultDays = 14;

interface Properties {
  /** Help text of the date field. */
  description: string;
  /** Active snooze whose values prefill the fields. */
  before?: { until: Day; reason: string } | null | undefined;
  isBusy: boolean;
  isSending: boolean;
  onSnooze: (until: Day, reason: string) => void;
}

/**
 * Fields for date and reason of a snooze. A click on a common reason chooses it; the Enter key also
 * snoozes.
 */
export function SnoozeFields({ description, before, isBusy, isSending, onSnooze }: Properties) {
  const today = useToday();
  const [until, setUntil] = useState<Day>(before?.until ?? addDays(today, defaultDays));
  const [reason, setReason] = useState(before?.reason ?? '');
  const canSend = until !== '' && !isBusy;
  const isComplete = reason.trim() !== '' && canSend;
  return (
    <Stack
      gap="xs"
      component="form"
      onSubmit={createSubmitHandler(() => isComplete && onSnooze(until, reason.trim()))}
    >
      <Group gap={6}>
        {createSnoozeChoices(today).map((choice) => (
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
        description={description}
        value={until}
        min={addDays(today, 1)}
        max={addDays(today, maxSnoozeDays)}
        onChange={(event) => setUntil(event.currentTarget.value)}
        required
      />
      <Text size="sm" fw={500} mt={4}>
        Reason{' '}
        <Text span size="xs" c="dimmed" visibleFrom="sm">
          Enter snoozes with the reason in focus
        </Text>
      </Text>
      <Group gap={6}>
        {commonReasons.map((each, at) => (
          <Button
            key={each}
            size="compact-sm"
            variant={each === reason ? 'filled' : 'default'}
            aria-pressed={each === reason}
            data-autofocus={at === 0 || undefined}
            onClick={() => setReason(each)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              if (canSend && !event.repeat) onSnooze(until, each);
              else setReason(each);
            }}
          >
            {each}
          </Button>
        ))}
      </Group>
      <Group gap={6} align="flex-end" wrap="nowrap">
        <TextInput
          label="Other reason"
          value={commonReasons.includes(reason) ? '' : reason}
          maxLength={maxSnoozeReasonLength}
          onChange={(event) => setReason(event.currentTarget.value)}
          flex={1}
        />
        <Button type="submit" size="sm" loading={isSending} disabled={!isComplete}>
          Snooze
        </Button>
      </Group>
    </Stack>
  );
}
