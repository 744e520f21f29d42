import { ActionIcon, Checkbox, Group, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { Person } from '#shared/core/person.ts';
import { longestStepDetails, type Step, type WorkStep } from '#shared/playbooks/steps.ts';
import { kindWords } from '#shared/playbooks/words.ts';
import { longestTaskTitle } from '#shared/work/tasks.ts';
import { PersonSelect } from '#web/work/PersonSelect.tsx';
import { ConditionsField } from './ConditionsField.tsx';
import { DelayFields } from './DelayFields.tsx';
import { NextSelect } from './NextSelect.tsx';

interface Properties {
  steps: readonly Step[];
  step: Step;
  /** Returns the error of a field, such as 'title'. */
  problemOf: (field: string) => string | undefined;
  personOf: (personId: string) => Person;
  onChange: (step: Step) => void;
  /** `undefined` for the first step; `onDown` for the last one. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

/** Card for editing a step of a playbook. */
export function StepCard({ steps, step, problemOf, personOf, onChange, onUp, onDown, onRemove }: Properties) {
  const at = steps.indexOf(step) + 1;
  const { name, does } = kindWords[step.kind];
  return (
    <Paper component="li" p="sm" bg="var(--surface)" aria-label={`Step ${at}: ${name}`} style={{ listStyle: 'none' }}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="xs">
        <div>
          <Text fw={600}>
            {at}. {name}
          </Text>
          <Text size="xs" c="dimmed">
            {does}
          </Text>
        </div>
        <Group gap={2} wrap="nowrap">
          <ActionIcon variant="subtle" color="gray" aria-label={`Move step ${at} up`} disabled={onUp === undefined} onClick={onUp}>
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={`Move step ${at} down`} disabled={onDown === undefined} onClick={onDown}>
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove step ${at}`} disabled={onRemove === undefined} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      <Stack gap="sm">
        <Fields step={step} problemOf={problemOf} personOf={personOf} onChange={onChange} />
        <NextSelect
          label={step.kind === 'branch' ? 'If it matches, go to' : 'Then go to'}
          steps={steps}
          step={step}
          value={step.next}
          onChange={(next) => onChange({ ...step, next })}
          error={problemOf('next')}
        />
        {step.kind === 'branch' && (
          <NextSelect
            label="Otherwise go to"
            steps={steps}
            step={step}
            value={step.otherwise}
            onChange={(otherwise) => onChange({ ...step, otherwise })}
            error={problemOf('otherwise')}
          />
        )}
      </Stack>
    </Paper>
  );
}

type FieldProperties = Pick<Properties, 'step' | 'problemOf' | 'personOf' | 'onChange'>;

function Fields({ step, problemOf, personOf, onChange }: FieldProperties) {
  switch (step.kind) {
    case 'task':
      return (
        <>
          <WorkFields step={step} problemOf={problemOf} personOf={personOf} onChange={onChange} />
          <Checkbox
            label="Wait until the task is closed"
            description="Otherwise the run continues immediately"
            checked={step.waits}
            onChange={({ currentTarget }) => onChange({ ...step, waits: currentTarget.checked })}
          />
        </>
      );
    case 'wait':
      return (
        <DelayFields label="Days" value={step.delay} onChange={(delay) => onChange({ ...step, delay })} error={problemOf('delay.days')} />
      );
    case 'checkpoint':
      return (
        <>
          <WorkFields step={step} problemOf={problemOf} personOf={personOf} onChange={onChange} />
          <ConditionsField
            label="Passes automatically when"
            description="When the customer matches all of these."
            whenEmpty="Only manually"
            value={step.until}
            onChange={(until) => onChange({ ...step, until })}
            error={problemOf('until')}
          />
        </>
      );
    case 'branch':
      return (
        <ConditionsField
          label="Conditions"
          description="Checked on the day the run reaches the step. The customer must match all of them."
          whenEmpty="No conditions yet"
          value={step.conditions}
          onChange={(conditions) => onChange({ ...step, conditions })}
          error={problemOf('conditions')}
        />
      );
  }
}

interface WorkProperties extends Pick<Properties, 'problemOf' | 'personOf' | 'onChange'> {
  step: WorkStep;
}

function WorkFields({ step, problemOf, personOf, onChange }: WorkProperties) {
  return (
    <>
      <TextInput
        label="What to do"
        value={step.title}
        maxLength={longestTaskTitle}
        required
        onChange={({ currentTarget }) => onChange({ ...step, title: currentTarget.value })}
        error={problemOf('title')}
      />
      <Textarea
        label="Details"
        autosize
        minRows={1}
        maxRows={8}
        maxLength={longestStepDetails}
        value={step.details}
        onChange={({ currentTarget }) => onChange({ ...step, details: currentTarget.value })}
      />
      <PersonSelect
        label="Assignee"
        nobody="The customer’s owner"
        value={step.assigneeId === null ? null : personOf(step.assigneeId)}
        onChange={(person) => onChange({ ...step, assigneeId: person?.id ?? null })}
      />
      <DelayFields label="Due after" value={step.due} onChange={(due) => onChange({ ...step, due })} error={problemOf('due.days')} />
    </>
  );
}
