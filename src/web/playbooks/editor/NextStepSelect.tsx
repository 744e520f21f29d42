import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { numberedStepName } from '#shared/playbooks/rules.ts';
import type { NextStepChoice, PlaybookStep } from '#shared/playbooks/steps.ts';

interface Properties {
  label: string;
  steps: readonly PlaybookStep[];
  step: PlaybookStep;
  value: NextStepChoice;
  onChange: (next: NextStepChoice) => void;
  error: ReactNode;
}

/** Select field for the next step: the following step, a later step, or the end of the run. */
export function NextStepSelect({ label, steps, step, value, onChange, error }: Properties) {
  const at = steps.indexOf(step);
  const following = steps[at + 1];
  const choices = [
    {
      value: 'following',
      label: following === undefined ? 'End' : `Next step: ${numberedStepName(steps, following)}`,
    },
    ...(following === undefined ? [] : [{ value: 'end', label: 'End' }]),
    // A selected earlier step stays an option, so that it is visible and can be reported as an
    // error.
    ...steps
      .filter((each, place) => place > at + 1 || each.stepId === value)
      .map((each) => ({ value: each.stepId, label: numberedStepName(steps, each) })),
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
