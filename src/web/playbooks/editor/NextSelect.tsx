import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { stepName } from '#shared/playbooks/rules.ts';
import type { Next, Step } from '#shared/playbooks/steps.ts';

interface Properties {
  label: string;
  steps: readonly Step[];
  step: Step;
  value: Next;
  onChange: (next: Next) => void;
  error: ReactNode;
}

/** Select for the next step: the following one, a later one, or the end. */
export function NextSelect({ label, steps, step, value, onChange, error }: Properties) {
  const at = steps.indexOf(step);
  const following = steps[at + 1];
  const choices = [
    {
      value: 'following',
      label: following === undefined ? 'End' : `Next step: ${stepName(steps, following)}`,
    },
    ...(following === undefined ? [] : [{ value: 'end', label: 'End' }]),
    // Keeps a selected earlier step as an option, so that it is visible and reported as an error.
    ...steps
      .filter((each, place) => place > at + 1 || each.stepId === value)
      .map((each) => ({ value: each.stepId, label: stepName(steps, each) })),
  ];
  return (
    <NativeSelect
      label={label}
      value={following === undefined && value === 'end' ? 'following' : value}
      data={choices}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
    />
  );
}
