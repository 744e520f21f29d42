import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { numberedStepName } from '#shared/playbooks/rules.ts';
import type { NextStepChoice, PlaybookStep } from '#shared/playbooks/steps.ts';
import { fallsThrough } from './flow-edits.ts';

interface Properties {
  label: string;
  steps: readonly PlaybookStep[];
  step: PlaybookStep;
  /** Link of the step that the field changes. */
  way: 'next' | 'otherwise';
  value: NextStepChoice;
  onChange: (next: NextStepChoice) => void;
  error: ReactNode;
}

/**
 * Select field for the next step: the following step, a later step, or the end of the run. When the
 * following step is on the other path of a branch, joining that path is a choice of its own.
 */
export function NextStepSelect({ label, steps, step, way, value, onChange, error }: Properties) {
  const at = steps.indexOf(step);
  const following = steps[at + 1];
  const isOtherPath = fallsThrough(steps, step, way);
  const choices = [
    ...(isOtherPath && value !== 'following'
      ? []
      : [
          {
            value: 'following',
            label:
              following === undefined ? 'End' : `Next step: ${numberedStepName(steps, following)}`,
          },
        ]),
    ...(following === undefined ? [] : [{ value: 'end', label: 'End' }]),
    ...(isOtherPath && following !== undefined
      ? [
          {
            value: following.stepId,
            label: `Join the other path: ${numberedStepName(steps, following)}`,
          },
        ]
      : []),
    // A selected earlier step stays an option, so that it is visible and can be reported as an
    // error.
    ...steps
      .filter(
        (each, place) =>
          place > at + 1 || (each.stepId === value && !(isOtherPath && each === following)),
      )
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
