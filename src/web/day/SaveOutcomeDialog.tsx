import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { maxLossTextLengths, postLossWithdrawal } from '#shared/churn/losses/losses.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { DayRow, PlannedItem } from '#shared/day/day.ts';
import { dayItemName } from '#shared/day/rules.ts';
import { postSaveAttempt, postSaveAttemptFailure } from '#shared/notices/notices.ts';
import { call } from '#web/core/api.ts';
import { dayText } from '#web/core/days.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';

const choices = [
  { key: 'saved', name: 'Customer stays', meaning: 'Withdraws the notice' },
  { key: 'failed', name: 'Customer leaves', meaning: 'The renewal counts as Lost again' },
  { key: 'moved', name: 'Not decided yet', meaning: 'Continues the attempt until another day' },
] as const;
type Choice = (typeof choices)[number]['key'];

interface Properties {
  row: DayRow;
  item: PlannedItem;
  today: Day;
  opener: Element | null;
  onClose: () => void;
}

/** Dialog for the outcome of an attempt to keep a leaving customer. */
export function SaveOutcomeDialog({ row, item, today, opener, onClose }: Properties) {
  useFocusBack(opener);
  const client = useQueryClient();
  const [choice, setChoice] = useState<Choice>();
  const [note, setNote] = useState('');
  const [dueOn, setDueOn] = useState(addDays(today, 7));
  const { save, institutionId } = item;
  const name = dayItemName(row);
  const send = useMutation({
    async mutationFn(outcome: Choice): Promise<string> {
      if (save === null || institutionId === null) throw new Error('The item is no save attempt');
      const { lossId, lossVersion, version, ownerId, plan } = save;
      const params = { id: institutionId };
      if (outcome === 'saved') {
        const body = { version: lossVersion, reason: note.trim() };
        await call(postLossWithdrawal, { params: { ...params, lossId }, body });
        return `${name} stays: notice withdrawn`;
      }
      if (outcome === 'failed') {
        await call(postSaveAttemptFailure, {
          params,
          body: { lossId, version, note: note.trim() },
        });
        return `${name} leaves: save attempt failed`;
      }
      await call(postSaveAttempt, { params, body: { lossId, version, ownerId, dueOn, plan } });
      return `Save attempt for ${name} continues until ${dayText(dueOn, today)}`;
    },
    onSuccess(title) {
      notifications.show({ title, message: null });
      onClose();
    },
    // Many pages show notices, so all of them are refetched, also after an error: another user may
    // have changed the attempt.
    onSettled: () => client.invalidateQueries(),
  });
  const isComplete =
    choice === 'failed' ||
    (choice === 'saved' && note.trim() !== '') ||
    (choice === 'moved' && dueOn !== '');
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Outcome for ${name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="sm"
      centered
    >
      <Stack
        gap="sm"
        component="form"
        onSubmit={createSubmitHandler(() => {
          if (choice !== undefined && isComplete && !send.isPending) send.mutate(choice);
        })}
      >
        <Text size="sm">{item.why}</Text>
        <Group gap={6}>
          {choices.map(({ key, name: label }, at) => (
            <Button
              key={key}
              size="compact-sm"
              variant={key === choice ? 'filled' : 'default'}
              aria-pressed={key === choice}
              data-autofocus={at === 0 || undefined}
              onClick={() => setChoice(key)}
            >
              {label}
            </Button>
          ))}
        </Group>
        <Text size="sm" c="dimmed" role="status">
          {choices.find(({ key }) => key === choice)?.meaning ?? 'Choose what happened.'}
        </Text>
        {choice === 'moved' ? (
          <TextInput
            type="date"
            label="Outcome known by"
            required
            min={addDays(today, 1)}
            value={dueOn}
            onChange={(event) => setDueOn(event.currentTarget.value)}
          />
        ) : (
          <Textarea
            label={choice === 'saved' ? 'Why the customer stays' : 'Note'}
            required={choice === 'saved'}
            autosize
            minRows={2}
            maxLength={maxLossTextLengths.reason}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
        <SendError error={send.error} />
        <Button type="submit" loading={send.isPending} disabled={!isComplete}>
          Save outcome
        </Button>
      </Stack>
    </Modal>
  );
}
