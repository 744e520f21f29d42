import { Button, Group, Modal, NativeSelect, NumberInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { numberText } from '#shared/core/words.ts';
import { longestPause, longestPlaybookName, type Playbook } from '#shared/playbooks/playbooks.ts';
import { mostSteps, type Step } from '#shared/playbooks/steps.ts';
import { kindWords, stepKinds } from '#shared/playbooks/words.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { useLayeredClose } from '#web/ui/dialog/use-layered-close.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { submitHandler } from '#web/ui/sending/sending.ts';
import { peopleQuery } from '#web/work/data.ts';
import { PersonSelect } from '#web/work/PersonSelect.tsx';
import { playbooksQuery, useSavePlaybook } from '../data.ts';
import { Trial } from '../Trial.tsx';
import { ConditionsField } from './ConditionsField.tsx';
import { type Draft, draftProblems, emptyDraft, linkProblems, movedStep, newStep, withoutStep } from './draft.ts';
import { StepCard } from './StepCard.tsx';

interface Properties {
  /** The playbook to edit; omitted for a new one. */
  playbook?: Playbook | undefined;
  onClose: () => void;
}

/** Dialog for editing what starts a playbook, its steps, and when it ends. Saving creates a new version; existing runs keep theirs. */
export function PlaybookEditor({ playbook, onClose }: Properties) {
  useFocusBack();
  const close = useLayeredClose(onClose, { isForm: true });
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<Draft>(() => playbook?.fields ?? emptyDraft());
  const [playbookId] = useState(() => playbook?.playbookId ?? crypto.randomUUID());
  const [wasRefused, setWasRefused] = useState(false);
  const { data: people } = useQuery(peopleQuery);
  const { data: playbooks } = useQuery(playbooksQuery);
  const save = useSavePlaybook();
  const problems = wasRefused ? draftProblems(draft) : linkProblems(draft);
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const personOf = (id: string) =>
    people?.find((person) => person.id === id) ?? { id, name: people === undefined ? '…' : 'Someone who has left' };

  function send(isOn: boolean): void {
    if (draftProblems(draft).size > 0) {
      setWasRefused(true);
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus());
      return;
    }
    save.mutate(
      { playbookId, version: playbook?.version ?? 0, isOn, fields: draft },
      {
        onSuccess: ({ version }) => {
          notifications.show({
            title: `${draft.name.trim()}: saved as version ${version}`,
            message: isOn ? 'It is turned on.' : 'It is turned off.',
          });
          onClose();
        },
      },
    );
  }

  const isOn = playbook?.isOn ?? false;
  return (
    <Modal
      opened
      onClose={close}
      size="xl"
      title={playbook === undefined ? 'New playbook' : `Edit ${playbook.fields.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={false}
    >
      <form ref={form} noValidate onSubmit={submitHandler(() => send(isOn))}>
        <Stack gap="md">
          {playbook !== undefined && playbook.active > 0 && (
            <Text size="sm" c="dimmed">
              {numberText(playbook.active)} active runs keep the version they started with.
            </Text>
          )}
          <TextInput
            label="Name"
            required
            data-autofocus
            value={draft.name}
            maxLength={longestPlaybookName}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            error={problems.get('name')}
          />
          <NativeSelect
            label="Started by"
            description="An alert rule starts a run for each customer it fires for. It can also be started manually."
            value={draft.ruleId ?? ''}
            data={[
              { value: '', label: 'Manually only' },
              ...(playbooks?.rules ?? []).map((rule) => ({ value: rule.ruleId, label: `${rule.name}${rule.isOn ? '' : ' (off)'}` })),
            ]}
            onChange={({ currentTarget }) => set({ ruleId: currentTarget.value === '' ? null : currentTarget.value })}
          />
          <ConditionsField
            label="Only for customers that match"
            description="Checked when a run starts."
            whenEmpty="All customers"
            value={draft.conditions}
            onChange={(conditions) => set({ conditions })}
            error={problems.get('conditions')}
          />
          {draft.ruleId !== null && (
            <NumberInput
              label="Days before the rule can start it again for the same customer"
              description="0 allows a new run as soon as the last one has ended."
              value={Number.isNaN(draft.againDays) ? '' : draft.againDays}
              min={0}
              max={longestPause}
              clampBehavior="none"
              onChange={(days) => set({ againDays: typeof days === 'number' ? days : Number.NaN })}
              error={problems.get('againDays')}
            />
          )}
          <PersonSelect
            label="Fallback assignee"
            description="Gets the work when the customer has no owner or the assignee has left."
            nobody="Choose a person"
            value={draft.fallbackId === '' ? null : personOf(draft.fallbackId)}
            onChange={(person) => set({ fallbackId: person?.id ?? '' })}
            error={problems.has('fallbackId') ? 'Choose a person.' : undefined}
          />
          <ConditionsField
            label="Ends early when"
            description="Checked for every active run. When a run ends early, its open tasks are canceled."
            whenEmpty="Never early"
            value={draft.exit}
            onChange={(exit) => set({ exit })}
            error={problems.get('exit')}
          />
          <Steps draft={draft} problems={problems} personOf={personOf} onChange={(steps) => set({ steps })} />
          <Trial of={draft} />
          <SendError error={save.error} />
          <DialogButtons onClose={onClose}>
            {!isOn && (
              <Button variant="default" loading={save.isPending} onClick={() => send(true)}>
                Save and turn on
              </Button>
            )}
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

interface StepsProperties {
  draft: Draft;
  problems: ReadonlyMap<string, string>;
  personOf: Parameters<typeof StepCard>[0]['personOf'];
  onChange: (steps: Step[]) => void;
}

function Steps({ draft: { steps }, problems, personOf, onChange }: StepsProperties) {
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
            problemOf={(field) => problems.get(`steps.${at}.${field}`)}
            personOf={personOf}
            onChange={(changed) => onChange(steps.with(at, changed))}
            onUp={at === 0 ? undefined : () => onChange(movedStep(steps, at, at - 1))}
            onDown={at === steps.length - 1 ? undefined : () => onChange(movedStep(steps, at, at + 1))}
            onRemove={steps.length === 1 ? undefined : () => onChange(withoutStep(steps, step))}
          />
        ))}
      </Stack>
      <Group gap="xs" mt="sm">
        {stepKinds.map((kind) => (
          <Button
            key={kind}
            variant="default"
            size="xs"
            disabled={steps.length >= mostSteps}
            onClick={() => onChange([...steps, newStep(kind)])}
          >
            Add {kindWords[kind].name.toLowerCase()}
          </Button>
        ))}
      </Group>
    </div>
  );
}
