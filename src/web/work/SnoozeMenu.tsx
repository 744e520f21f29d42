import { Autocomplete, Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMoonStars } from '@tabler/icons-react';
import { useState } from 'react';
import { addDays, type Day } from '#shared/core/dates.ts';
import { longestSnoozeReason, postRiskSnooze, postRiskUnsnooze } from '#shared/work/cases.ts';
import { longestSnoozeDays } from '#shared/work/rules.ts';
import { dayText, snoozeChoices, useToday } from '#web/core/days.ts';
import { submitting } from '#web/ui/sending.ts';
import type { RiskMenuProperties } from './menu-properties.ts';
import { useCaseWork, useRiskCase } from './risk-work.ts';

const usualReasons = ['Known season', 'Owner is away', 'A plan is agreed', 'Waiting for the customer'];

/** Leaves customers in peace until a day, with the reason; one that is snoozed can be brought back. */
export function SnoozeMenu({ institutionIds, onDone }: RiskMenuProperties) {
  const [opened, { close, toggle }] = useDisclosure(false);
  const only = useRiskCase(institutionIds[0] ?? 0);
  const snooze = institutionIds.length === 1 ? only?.snooze : undefined;
  const today = useToday();
  const done = (changed: readonly number[]) => {
    close();
    onDone?.(changed);
  };
  const start = useCaseWork(postRiskSnooze, institutionIds, done);
  const end = useCaseWork(postRiskUnsnooze, institutionIds, done);
  return (
    <Popover opened={opened} onDismiss={close} width={320} position="bottom-start" shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconMoonStars size={14} />}
          onClick={toggle}
          loading={start.isPending || end.isPending}
          disabled={!start.isReady || institutionIds.length === 0}
        >
          {snooze ? `Snoozed until ${dayText(snooze.until, today)}` : 'Snooze'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Snooze">
        <SnoozeForm
          today={today}
          initial={{ until: snooze?.until ?? addDays(today, 14), reason: snooze?.reason ?? '' }}
          onSnooze={(until, reason) => start.write({ until, reason }, `Snoozed until ${dayText(until, today)}`)}
          isPending={start.isPending}
        />
        {snooze && (
          <Button mt="sm" size="xs" variant="subtle" fullWidth onClick={() => end.write({}, 'Back in the queue')}>
            End the snooze now
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface FormProperties {
  today: Day;
  initial: { until: Day; reason: string };
  onSnooze: (until: Day, reason: string) => void;
  isPending: boolean;
}

function SnoozeForm({ today, initial, onSnooze, isPending }: FormProperties) {
  const [until, setUntil] = useState<Day>(initial.until);
  const [reason, setReason] = useState(initial.reason);
  const isComplete = reason.trim() !== '' && until !== '';
  return (
    <Stack gap="xs" component="form" onSubmit={submitting(() => isComplete && onSnooze(until, reason))}>
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
      <Autocomplete
        label="Reason"
        data={usualReasons}
        value={reason}
        onChange={setReason}
        maxLength={longestSnoozeReason}
        comboboxProps={{ withinPortal: false }}
        required
      />
      <Button type="submit" size="xs" loading={isPending} disabled={!isComplete}>
        Snooze
      </Button>
    </Stack>
  );
}
