import { NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { type FormErrors, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { numberText } from '#shared/core/words.ts';
import {
  maxDaysBetweenRuns,
  maxPlaybookNameLength,
  type Playbook,
} from '#shared/playbooks/playbooks.ts';
import { EditorDialog } from '#web/ui/editor/EditorDialog.tsx';
import { peopleQuery } from '#web/work/data.ts';
import { PersonSelect } from '#web/work/PersonSelect.tsx';
import { playbooksQuery, useSavePlaybook } from '../data.ts';
import { PlaybookTrialResult } from '../PlaybookTrialResult.tsx';
import { ConditionsField } from './ConditionsField.tsx';
import {
  createEmptyPlaybookDraft,
  findStepLinkErrors,
  type PlaybookDraft,
  validatePlaybookDraft,
} from './draft.ts';
import { StepsField } from './StepsField.tsx';

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
      <Text size="xs" c="dimmed">
        Fields marked with * are required.
      </Text>
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
          required
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
        required
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
      <StepsField
        steps={draft.steps}
        errors={errors}
        personOf={personOf}
        onChange={(steps) => form.setFieldValue('steps', steps)}
      />
      <PlaybookTrialResult of={draft} />
    </EditorDialog>
  );
}
