import {
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { numberText } from '#shared/core/words.ts';
import {
  maxDaysBetweenRuns,
  maxPlaybookNameLength,
  type Playbook,
} from '#shared/playbooks/playbooks.ts';
import { maxPlaybookSteps } from '#shared/playbooks/steps.ts';
import { stepKinds, stepKindTexts } from '#shared/playbooks/words.ts';
import { EditorDialog } from '#web/ui/editor/EditorDialog.tsx';
import { peopleQuery } from '#web/work/data.ts';
import { PersonSelect } from '#web/work/PersonSelect.tsx';
import { playbooksQuery, useSavePlaybook } from '../data.ts';
import { PlaybookTrialResult } from '../PlaybookTrialResult.tsx';
import { ConditionsField } from './ConditionsField.tsx';
import {
  createEmptyPlaybookDraft,
  createPlaybookStep,
  findStepLinkErrors,
  type PlaybookDraft,
  removePlaybookStep,
  validatePlaybookDraft,
} from './draft.ts';
import { StepCard } from './StepCard.tsx';

interface Properties {
  /** Playbook to edit; omitted for a new playbook. */
  playbook?: Playbook | undefined;
  onClose: () => void;
}

/**
 * Dialog to edit a playbook: what starts it, its steps, and when it ends. Saving creates a new
 * version. Existing runs keep their version.
 */
export function PlaybookEditor({ playbook, onClose }: Properties) {
  const form = useForm<PlaybookDraft>({
    initialValues: playbook?.fields ?? createEmptyPlaybookDraft(),
    validate: validatePlaybookDraft,
  });
  const draft = form.values;
  const [playbookId] = useState(() => playbook?.playbookId ?? crypto.randomUUID());
  const { data: people } = useQuery(peopleQuery);
  const { data: playbooks } = useQuery(playbooksQuery);
  const save = useSavePlaybook();
  const errors: FormErrors = { ...findStepLinkErrors(draft), ...form.errors };
  const personOf = (id: string) =>
    people?.find((person) => person.id === id) ?? {
      id,
      name: people === undefined ? '…' : 'Former user',
    };

  const send = (isOn: boolean) =>
    save.mutate(
      { playbookId, version: playbook?.version ?? 0, isOn, fields: draft },
      {
        onSuccess: ({ version }) => {
          notifications.show({
            title: `${draft.name.trim()}: saved as version ${version}`,
            message: isOn ? 'The playbook is turned on.' : 'The playbook is turned off.',
          });
          onClose();
        },
      },
    );

  const isOn = playbook?.isOn ?? false;
  return (
    <EditorDialog
      title={playbook === undefined ? 'New playbook' : `Edit ${playbook.fields.name}`}
      size="xl"
      validate={() => !form.validate().hasErrors}
      saves={[
        ...(isOn ? [] : [{ label: 'Save and turn on', onSave: () => send(true) }]),
        { label: 'Save', onSave: () => send(isOn) },
      ]}
      sending={save}
      onClose={onClose}
    >
      {playbook !== undefined && playbook.active > 0 && (
        <Text size="sm" c="dimmed">
          {numberText(playbook.active)} active runs keep the version with which they started.
        </Text>
      )}
      <TextInput
        label="Name"
        required
        data-autofocus
        value={draft.name}
        maxLength={maxPlaybookNameLength}
        onChange={({ currentTarget }) => form.setFieldValue('name', currentTarget.value)}
        error={errors.name}
      />
      <NativeSelect
        label="Started by"
        description="An alert rule starts a run for each customer for which it fires. You can also start runs manually."
        value={draft.ruleId ?? ''}
        data={[
          { value: '', label: 'Manually only' },
          ...(playbooks?.rules ?? []).map((rule) => ({
            value: rule.ruleId,
            label: `${rule.name}${rule.isOn ? '' : ' (off)'}`,
          })),
        ]}
        onChange={({ currentTarget }) =>
          form.setFieldValue('ruleId', currentTarget.value === '' ? null : currentTarget.value)
        }
      />
      <ConditionsField
        label="Only for customers that match"
        description="Checked for each customer when a run would start."
        whenEmpty="All customers"
        value={draft.conditions}
        onChange={(conditions) => form.setFieldValue('conditions', conditions)}
        error={errors.conditions}
      />
      {draft.ruleId !== null && (
        <NumberInput
          label="Days until the rule can start a new run for the same customer"
          description="With 0 days, a new run can start as soon as the previous run has ended."
          value={Number.isNaN(draft.againDays) ? '' : draft.againDays}
          min={0}
          max={maxDaysBetweenRuns}
          clampBehavior="none"
          onChange={(days) =>
            form.setFieldValue('againDays', typeof days === 'number' ? days : Number.NaN)
          }
          error={errors.againDays}
        />
      )}
      <PersonSelect
        label="Fallback assignee"
        description="Gets a step’s task if the customer has no owner or the step’s assignee has no active account."
        nobody="Choose a person"
        value={draft.fallbackId === '' ? null : personOf(draft.fallbackId)}
        onChange={(person) => form.setFieldValue('fallbackId', person?.id ?? '')}
        error={errors.fallbackId === undefined ? undefined : 'Choose a person.'}
      />
      <ConditionsField
        label="Ends early when"
        description="Checked for every active run. When a run ends early, its open tasks are canceled."
        whenEmpty="Only when the customer has left"
        value={draft.exit}
        onChange={(exit) => form.setFieldValue('exit', exit)}
        error={errors.exit}
      />
      <Steps form={form} errors={errors} personOf={personOf} />
      <PlaybookTrialResult of={draft} />
    </EditorDialog>
  );
}

interface StepsProperties {
  form: UseFormReturnType<PlaybookDraft>;
  errors: FormErrors;
  personOf: Parameters<typeof StepCard>[0]['personOf'];
}

function Steps({ form, errors, personOf }: StepsProperties) {
  const { steps } = form.values;
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        Steps
      </Title>
      <Stack component="ol" gap="sm" p={0} m={0} aria-label="Steps">
        {steps.map((step, at) => (
          <StepCard
            key={step.stepId}
            steps={steps}
            step={step}
            errorOf={(field) => errors[`steps.${at}.${field}`]}
            personOf={personOf}
            onChange={(changed) => form.replaceListItem('steps', at, changed)}
            onMove={(to) => form.reorderListItem('steps', { from: at, to })}
            onRemove={() => form.setFieldValue('steps', removePlaybookStep(steps, step))}
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
            onClick={() => form.insertListItem('steps', createPlaybookStep(kind))}
          >
            Add {stepKindTexts[kind].name.toLowerCase()}
          </Button>
        ))}
      </Group>
    </div>
  );
}
