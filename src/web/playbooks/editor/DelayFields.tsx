import { Group, NativeSelect, NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { maxDelayDays, type StepDelay } from '#shared/playbooks/steps.ts';
import { delayDayKindLabels, delayDayKinds } from '#shared/playbooks/words.ts';

interface Properties {
  label: string;
  value: StepDelay;
  onChange: (delay: StepDelay) => void;
  error: ReactNode;
}

/** Fields for a number of working or calendar days. */
export function DelayFields({ label, value, onChange, error }: Properties) {
  return (
    <Group gap="xs" align="flex-start" grow>
      <NumberInput
        label={label}
        required
        value={Number.isNaN(value.days) ? '' : value.days}
        onChange={(days) =>
          onChange({ ...value, days: typeof days === 'number' ? days : Number.NaN })
        }
        min={0}
        max={maxDelayDays}
        clampBehavior="none"
        error={error}
      />
      <NativeSelect
        label="Unit"
        value={value.unit}
        data={delayDayKinds.map((unit) => ({ value: unit, label: delayDayKindLabels[unit] }))}
        onChange={({ currentTarget }) =>
          onChange({
            ...value,
            unit: delayDayKinds.find((unit) => unit === currentTarget.value) ?? value.unit,
          })
        }
      />
    </Group>
  );
}
