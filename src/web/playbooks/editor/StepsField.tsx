import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { maxPlaybookSteps, type PlaybookStep } from '#shared/playbooks/steps.ts';
import { type StepKind, stepKinds, stepKindTexts } from '#shared/playbooks/words.ts';
import { FlowMap } from '../flow/FlowMap.tsx';
import { createPlaybookStep } from './draft.ts';
import {
  type InsertPlace,
  insertPlaybookStep,
  movePlaybookStep,
  removePlaybookStep,
  replacePlaybookStep,
} from './flow-edits.ts';
import { StepCard } from './StepCard.tsx';

interface Properties {
  steps: readonly PlaybookStep[];
  errors: FormErrors;
  personOf: Parameters<typeof StepCard>[0]['personOf'];
  onChange: (steps: PlaybookStep[]) => void;
}

/** Map and cards of a playbook's steps, which can be inserted, moved and removed. */
export function StepsField({ steps, errors, personOf, onChange }: Properties) {
  const list = useRef<HTMLDivElement>(null);
  const focused = useRef<{ stepId: string; control?: string }>(undefined);
  const cardOf = (stepId: string) =>
    [...(list.current?.children ?? [])].find(
      (card): card is HTMLElement => card instanceof HTMLElement && card.dataset.step === stepId,
    );
  // The browser drops the focus of an element that moves in the DOM, so the focus is restored.
  useEffect(() => {
    const wanted = focused.current;
    if (wanted === undefined || steps.length === 0) return;
    focused.current = undefined;
    const card = cardOf(wanted.stepId);
    const control =
      wanted.control === undefined
        ? card?.querySelector<HTMLElement>('input, textarea')
        : [...(card?.querySelectorAll<HTMLElement>('button:enabled') ?? [])].find((button) =>
            button.getAttribute('aria-label')?.endsWith(wanted.control ?? ''),
          );
    (control ?? card)?.focus();
  });

  function insert(kind: StepKind, place: InsertPlace) {
    const added = createPlaybookStep(kind);
    focused.current = { stepId: added.stepId };
    onChange(insertPlaybookStep(steps, added, place));
  }
  function move(step: PlaybookStep, direction: -1 | 1) {
    focused.current = { stepId: step.stepId, control: direction === -1 ? ' up' : ' down' };
    onChange(movePlaybookStep(steps, steps.indexOf(step), direction));
  }
  function show(stepId: string) {
    const card = cardOf(stepId);
    card?.scrollIntoView?.({ block: 'start' });
    card?.focus();
  }
  const last = steps.at(-1);
  return (
    <div>
      <Title order={3} size="h5">
        Steps
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        Select a step in the map to edit it. Alt+↑ and Alt+↓ move the step that you are editing.
      </Text>
      <FlowMap steps={steps} onShow={show} />
      <Stack ref={list} component="ol" gap="sm" p={0} m={0} mt="sm" aria-label="Steps">
        {steps.map((step, at) => (
          <StepCard
            key={step.stepId}
            steps={steps}
            step={step}
            errorOf={(field) => errors[`steps.${at}.${field}`]}
            personOf={personOf}
            onChange={(changed) => onChange(replacePlaybookStep(steps, changed))}
            onMove={(direction) => move(step, direction)}
            onRemove={() => onChange(removePlaybookStep(steps, step))}
            onInsert={(kind, way) => insert(kind, { after: step.stepId, way })}
          />
        ))}
      </Stack>
      <Group gap="xs" mt="sm">
        {stepKinds.map((kind) => (
          <Button
            key={kind}
            variant="default"
            size="xs"
            disabled={steps.length >= maxPlaybookSteps}
            onClick={() =>
              insert(kind, last === undefined ? 'start' : { after: last.stepId, way: 'next' })
            }
          >
            Add {stepKindTexts[kind].name.toLowerCase()}
          </Button>
        ))}
      </Group>
    </div>
  );
}
