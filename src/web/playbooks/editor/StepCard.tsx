import { Checkbox, Group, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Person } from '#shared/core/person.ts';
import {
  maxPlaybookSteps,
  maxStepDetailsLength,
  type PlaybookStep,
  type TaskOrCheckpointStep,
} from '#shared/playbooks/steps.ts';
import { type StepKind, stepKindTexts } from '#shared/playbooks/words.ts';
import { maxTaskTitleLength } from '#shared/work/tasks.ts';
import { ListItemButtons } from '#web/ui/editor/ListItemButtons.tsx';
import { PersonSelect } from '#web/work/PersonSelect.tsx';
import { ConditionsField } from './ConditionsField.tsx';
import { DelayFields } from './DelayFields.tsx';
import { InsertStepMenu } from './InsertStepMenu.tsx';
import { NextStepSelect } from './NextStepSelect.tsx';

/** Selector of fields whose list opens with Alt and an arrow key. */
const listFields = 'select, [role="combobox"], [aria-haspopup="listbox"]';

interface Properties {
  steps: readonly PlaybookStep[];
  step: PlaybookStep;
  /** Returns the error of a field, for example of 'title'. */
  errorOf: (field: string) => ReactNode;
  personOf: (personId: string) => Person;
  onChange: (step: PlaybookStep) => void;
  /** Moves the step up (`-1`) or down (`1`) by one place. */
  onMove: (direction: -1 | 1) => void;
  onRemove: () => void;
  onInsert: (kind: StepKind, way: 'next' | 'otherwise') => void;
}

/** Card for editing a step of a playbook. */
export function StepCard({
  steps,
  step,
  errorOf,
  personOf,
  onChange,
  onMove,
  onRemove,
  onInsert,
}: Properties) {
  const at = steps.indexOf(step) + 1;
  const { name, does } = stepKindTexts[step.kind];
  return (
    <Paper
      component="li"
      p="sm"
      bg="var(--surface)"
      aria-label={`Step ${at}: ${name}`}
      data-step={step.stepId}
      tabIndex={-1}
      style={{ listStyle: 'none' }}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        if (event.target instanceof Element && event.target.matches(listFields)) return;
        event.preventDefault();
        onMove(event.key === 'ArrowUp' ? -1 : 1);
      }}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="xs">
        <div>
          <Text component="div" fw={600}>
            {at}. {name}
          </Text>
          <Text size="xs" c="dimmed">
            {does}
          </Text>
        </div>
        <ListItemButtons
          name={`step ${at}`}
          index={at - 1}
          count={steps.length}
          minimum={1}
          onMove={(to) => onMove(to < at - 1 ? -1 : 1)}
          onRemove={onRemove}
        />
      </Group>
      <Stack gap="sm">
        <Fields step={step} errorOf={errorOf} personOf={personOf} onChange={onChange} />
        <NextStepSelect
          label={step.kind === 'branch' ? 'If the customer matches, go to' : 'Then go to'}
          steps={steps}
          step={step}
          way="next"
          value={step.next}
          onChange={(next) => onChange({ ...step, next })}
          error={errorOf('next')}
        />
        {step.kind === 'branch' && (
          <NextStepSelect
            label="Otherwise go to"
            steps={steps}
            step={step}
            way="otherwise"
            value={step.otherwise}
            onChange={(otherwise) => onChange({ ...step, otherwise })}
            error={errorOf('otherwise')}
          />
        )}
        <Group gap="xs">
          <InsertStepMenu
            label={step.kind === 'branch' ? 'Insert on Yes path' : 'Insert step'}
            of={`after step ${at}`}
            isFull={steps.length >= maxPlaybookSteps}
            onInsert={(kind) => onInsert(kind, 'next')}
          />
          {step.kind === 'branch' && (
            <InsertStepMenu
              label="Insert on Otherwise path"
              of={`after step ${at}`}
              isFull={steps.length >= maxPlaybookSteps}
              onInsert={(kind) => onInsert(kind, 'otherwise')}
            />
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

type FieldProperties = Pick<Properties, 'step' | 'errorOf' | 'personOf' | 'onChange'>;

function Fields({ step, errorOf, personOf, onChange }: FieldProperties) {
  switch (step.kind) {
    case 'task':
      return (
        <>
          <WorkFields step={step} errorOf={errorOf} personOf={personOf} onChange={onChange} />
          <Checkbox
            label="Wait until the task is closed"
            description="When this is off, the run continues immediately"
            checked={step.waits}
            onChange={({ currentTarget }) => onChange({ ...step, waits: currentTarget.checked })}
          />
        </>
      );
    case 'wait':
      return (
        <DelayFields
          label="Days"
          value={step.delay}
          onChange={(delay) => onChange({ ...step, delay })}
          error={errorOf('delay.days')}
        />
      );
    case 'checkpoint':
      return (
        <>
          <WorkFields step={step} errorOf={errorOf} personOf={personOf} onChange={onChange} />
          <ConditionsField
            label="Passes automatically when"
            description="The step passes when the customer matches all of these conditions."
            whenEmpty="Only manually"
            value={step.until}
            onChange={(until) => onChange({ ...step, until })}
            error={errorOf('until')}
          />
        </>
      );
    case 'branch':
      return (
        <ConditionsField
          label="Conditions"
          required
          description="Checked on the day on which the run reaches the step. The customer must match all conditions."
          whenEmpty="No conditions yet"
          value={step.conditions}
          onChange={(conditions) => onChange({ ...step, conditions })}
          error={errorOf('conditions')}
        />
      );
  }
}

interface WorkProperties extends Pick<Properties, 'errorOf' | 'personOf' | 'onChange'> {
  step: TaskOrCheckpointStep;
}

function WorkFields({ step, errorOf, personOf, onChange }: WorkProperties) {
  return (
    <>
      <TextInput
        label="What to do"
        value={step.title}
        maxLength={maxTaskTitleLength}
        required
        onChange={({ currentTarget }) => onChange({ ...step, title: currentTarget.value })}
        error={errorOf('title')}
      />
      <Textarea
        label="Details"
        autosize
        minRows={1}
        maxRows={8}
        maxLength={maxStepDetailsLength}
        value={step.details}
        onChange={({ currentTarget }) => onChange({ ...step, details: currentTarget.value })}
      />
      <PersonSelect
        label="Assignee"
        nobody="The customer’s owner"
        value={step.assigneeId === null ? null : personOf(step.assigneeId)}
        onChange={(person) => onChange({ ...step, assigneeId: person?.id ?? null })}
      />
      <DelayFields
        label="Due after"
        value={step.due}
        onChange={(due) => onChange({ ...step, due })}
        error={errorOf('due.days')}
      />
    </>
  );
}
