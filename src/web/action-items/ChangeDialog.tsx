import { Button, Modal, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  type ActionItemChange,
  maxActionItemNoteLength,
} from '#shared/action-items/action-items.ts';
import { actionItemOutcomes, actionItemOutcomeTexts } from '#shared/action-items/words.ts';
import { addDays } from '#shared/core/dates.ts';
import type { Person } from '#shared/core/person.ts';
import { countText, dayInWords } from '#shared/core/words.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import { maxDueDaysAhead } from '#shared/work/rules.ts';
import { useToday } from '#web/core/days.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { AffectedRowsNote } from '#web/work/AffectedRowsNote.tsx';
import { SnoozeFields } from '#web/work/cases/SnoozeFields.tsx';
import { PersonSelect } from '#web/work/PersonSelect.tsx';
import { type ActionItemReference, describeActionItems, useActionItemChange } from './data.ts';

export type ActionItemChangeKind = 'close' | 'assign' | 'due' | 'snooze';

interface Properties {
  asked: ActionItemChangeKind;
  calls: readonly ActionItemReference[];
  /** Number of action items for which the change was started, including closed ones. */
  chosen?: number;
  /** Element that gets the focus when the dialog closes. */
  opener: Element | null;
  onClose: () => void;
  onDone?: (() => void) | undefined;
}

const titles: Record<ActionItemChangeKind, string> = {
  close: 'Close',
  assign: 'Assign',
  due: 'Reschedule',
  snooze: 'Snooze',
};

/** Dialog that collects the input for a change of one or more action items and applies it. */
export function ChangeDialog({
  asked,
  calls,
  chosen = calls.length,
  opener,
  onClose,
  onDone,
}: Properties) {
  useFocusBack(opener);
  const change = useActionItemChange();
  const who = describeActionItems(calls);
  const send = (wanted: ActionItemChange, title: string) =>
    change.mutate(
      { calls, change: wanted, title },
      {
        onSuccess: () => {
          onDone?.();
          onClose();
        },
      },
    );
  const form = { who, isPending: change.isPending, send };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${titles[asked]}: ${who}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="sm"
      centered
    >
      <AffectedRowsNote affected={calls.length} chosen={chosen} state="open" />
      {calls.length > maxBulkItems ? (
        <Text size="sm">
          {countText(calls.length, 'action item')} are selected. Select at most {maxBulkItems}{' '}
          action items to change them together.
        </Text>
      ) : asked === 'close' ? (
        <CloseForm {...form} />
      ) : asked === 'assign' ? (
        <GiveForm {...form} />
      ) : asked === 'due' ? (
        <DueForm {...form} />
      ) : (
        <SnoozeForm {...form} />
      )}
    </Modal>
  );
}

interface FormProperties {
  who: string;
  isPending: boolean;
  send: (change: ActionItemChange, title: string) => void;
}

function CloseForm({ who, isPending, send }: FormProperties) {
  const [outcome, setOutcome] = useState<string>('');
  const [note, setNote] = useState('');
  const chosen = actionItemOutcomes.find((each) => each === outcome);
  const give = () =>
    chosen !== undefined &&
    send(
      { action: 'close', outcome: chosen, note },
      `Closed: ${who}, ${actionItemOutcomeTexts[chosen].name.toLowerCase()}`,
    );
  return (
    <Stack gap="sm" component="form" onSubmit={createSubmitHandler(give)}>
      <Radio.Group
        label={
          <>
            Outcome <MetricInfo metric="callOutcome" />
          </>
        }
        value={outcome}
        onChange={setOutcome}
      >
        <Stack gap={6} mt={6}>
          {actionItemOutcomes.map((each, at) => (
            <Radio
              key={each}
              value={each}
              label={actionItemOutcomeTexts[each].name}
              description={actionItemOutcomeTexts[each].meaning}
              data-autofocus={at === 0 || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label="Note"
        value={note}
        maxLength={maxActionItemNoteLength}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button type="submit" loading={isPending} disabled={chosen === undefined}>
        Mark as closed
      </Button>
    </Stack>
  );
}

function GiveForm({ who, isPending, send }: FormProperties) {
  const [person, setPerson] = useState<Person | null>(null);
  const give = () =>
    send(
      { action: 'assign', assigneeId: person?.id ?? null },
      person === null
        ? `Returned to the customer’s owner: ${who}`
        : `Assigned to ${person.name}: ${who}`,
    );
  return (
    <Stack gap="sm" component="form" onSubmit={createSubmitHandler(give)}>
      <PersonSelect
        label="Assignee"
        nobody="The customer’s owner"
        value={person}
        onChange={setPerson}
      />
      <Button type="submit" loading={isPending}>
        {person === null ? 'Return to the owner' : `Assign to ${person.name}`}
      </Button>
    </Stack>
  );
}

function DueForm({ who, isPending, send }: FormProperties) {
  const today = useToday();
  const [dueOn, setDueOn] = useState(addDays(today, 1));
  return (
    <Stack
      gap="sm"
      component="form"
      onSubmit={createSubmitHandler(
        () => dueOn !== '' && send({ action: 'due', dueOn }, `Due ${dayInWords(dueOn)}: ${who}`),
      )}
    >
      <TextInput
        type="date"
        label="Due"
        value={dueOn}
        min={today}
        max={addDays(today, maxDueDaysAhead)}
        onChange={(event) => setDueOn(event.currentTarget.value)}
        required
        data-autofocus
      />
      <Button type="submit" loading={isPending} disabled={dueOn === ''}>
        Reschedule
      </Button>
    </Stack>
  );
}

function SnoozeForm({ who, isPending, send }: FormProperties) {
  return (
    <SnoozeFields
      description="Alert rules don’t fire for a snoozed action item."
      isBusy={isPending}
      isSending={isPending}
      onSnooze={(until, reason) =>
        send({ action: 'snooze', until, reason }, `Snoozed until ${dayInWords(until)}: ${who}`)
      }
    />
  );
}
