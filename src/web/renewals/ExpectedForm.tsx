import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { dollarsText } from '#shared/core/words.ts';
import { defaultExpectedText, expectedText } from '#shared/renewals/probability.ts';
import {
  type ListedRenewal,
  maxForecastNoteLength,
  type RenewalChange,
} from '#shared/renewals/renewals.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';

interface Properties {
  row: ListedRenewal;
  isPending: boolean;
  onSave: (change: RenewalChange) => void;
}

/** Expected amount with its formula, and the fields that override it. */
export function ExpectedForm({ row, isPending, onSave }: Properties) {
  const override = row.expectedOverride;
  const [dollars, setDollars] = useState<number | string>(override?.dollars ?? '');
  const [reason, setReason] = useState(override?.reason ?? '');
  const isReady = typeof dollars === 'number' && reason.trim() !== '';
  return (
    <form
      onSubmit={createSubmitHandler(() => {
        if (isReady)
          onSave({ action: 'expected', dollars: Math.round(dollars), reason: reason.trim() });
      })}
    >
      <Stack gap="xs">
        <div>
          <Group gap={2}>
            <Text size="sm" fw={600}>
              Expected: {row.expected === null ? 'unknown' : dollarsText(row.expected)}
            </Text>
            <MetricInfo metric="renewalExpected" />
          </Group>
          <Text size="sm">{expectedText(row)}</Text>
          {override !== null && (
            <Text size="sm" c="dimmed">
              Default: {defaultExpectedText(row)}
            </Text>
          )}
        </div>
        <Group align="end" gap="xs">
          <NumberInput
            label="Your expected amount"
            w={170}
            min={0}
            max={2_000_000_000}
            prefix="$"
            thousandSeparator=","
            value={dollars}
            onChange={setDollars}
          />
          <TextInput
            label="Reason"
            flex="1 1 160px"
            maxLength={maxForecastNoteLength}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </Group>
        <Group gap="xs">
          <Button type="submit" variant="default" loading={isPending} disabled={!isReady}>
            Save amount
          </Button>
          {override !== null && (
            <Button
              variant="subtle"
              loading={isPending}
              onClick={() => {
                setDollars('');
                setReason('');
                onSave({ action: 'expected', dollars: null, reason: '' });
              }}
            >
              Reset to default
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
