import {
  Button,
  Group,
  Modal,
  NativeSelect,
  NumberInput,
  Select,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  maxActionItemDetailsLength,
  maxActionItemTitleLength,
  postActionItem,
} from '#shared/action-items/action-items.ts';
import {
  type ActionItemKind,
  type ActionItemPriority,
  actionItemKindLabels,
  actionItemKinds,
  actionItemPriorities,
  actionItemPriorityLabels,
} from '#shared/action-items/words.ts';
import { addDays } from '#shared/core/dates.ts';
import type { Person } from '#shared/core/person.ts';
import { maxDueDaysAhead } from '#shared/work/rules.ts';
import { call } from '#web/core/api.ts';
import { useToday } from '#web/core/days.ts';
import { institutionListQuery } from '#web/portfolio/institution-list.tsx';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler, useIdempotencyId } from '#web/ui/sending/sending.ts';
import { PersonSelect } from '#web/work/PersonSelect.tsx';
import { refetchActionItemData } from './data.ts';

/** Maximum number of customers in the dropdown; typing filters them. */
const shownCustomers = 30;

/** Dialog for manually adding an action item for a customer. */
export function AddActionItemDialog({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const today = useToday();
  const client = useQueryClient();
  const customers = useQuery(institutionListQuery);
  const choices = useMemo(
    () =>
      customers.data?.rows.map(({ institutionId, institutionName }) => ({
        value: String(institutionId),
        label: institutionName,
      })) ?? [],
    [customers.data],
  );
  const once = useIdempotencyId();
  const [institutionId, setInstitutionId] = useState<string | null>(null);
  const [title, setTitle] = useState('');
  const [details, setDetails] = useState('');
  const [kind, setKind] = useState<ActionItemKind>('risk');
  const [priority, setPriority] = useState<ActionItemPriority>('normal');
  const [dueOn, setDueOn] = useState(today);
  const [minutes, setMinutes] = useState<number | string>(20);
  const [person, setPerson] = useState<Person | null>(null);
  const add = useMutation({
    mutationFn: () => {
      const content = {
        institutionIds: [Number(institutionId)],
        kind,
        title,
        details,
        priority,
        dueOn,
        assigneeId: person?.id ?? null,
        minutes: Number(minutes),
      };
      return call(postActionItem, { body: { callId: once.idFor(content), ...content } });
    },
    onSuccess: async ({ alreadyOpen }) => {
      once.done();
      notifications.show(
        alreadyOpen.length > 0
          ? {
              title: 'Already open',
              message: `The customer already has an open action item of this kind with the name “${title.trim()}”.`,
            }
          : { title: `Added “${title.trim()}”`, message: null },
      );
      await refetchActionItemData(client, [Number(institutionId)]);
      onClose();
    },
  });
  const isComplete =
    institutionId !== null && title.trim() !== '' && dueOn !== '' && minutes !== '';
  return (
    <Modal
      opened
      onClose={onClose}
      title="New action item"
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <Stack
        gap="sm"
        component="form"
        onSubmit={createSubmitHandler(() => isComplete && !add.isPending && add.mutate())}
      >
        <Select
          label="Customer"
          placeholder="Type a name"
          data={choices}
          limit={shownCustomers}
          value={institutionId}
          onChange={setInstitutionId}
          nothingFoundMessage={customers.isPending ? 'Loading…' : 'No customer found'}
          error={customers.isError ? 'Couldn’t load customers' : undefined}
          searchable
          required
          data-autofocus
        />
        <TextInput
          label="What to do"
          value={title}
          maxLength={maxActionItemTitleLength}
          onChange={(event) => setTitle(event.currentTarget.value)}
          required
        />
        <Textarea
          label="Why"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={maxActionItemDetailsLength}
          value={details}
          onChange={(event) => setDetails(event.currentTarget.value)}
        />
        <Group grow align="flex-start">
          <NativeSelect
            label="Kind"
            value={kind}
            data={actionItemKinds.map((each) => ({
              value: each,
              label: actionItemKindLabels[each],
            }))}
            onChange={({ currentTarget }) =>
              setKind(actionItemKinds.find((each) => each === currentTarget.value) ?? kind)
            }
          />
          <NativeSelect
            label="Priority"
            value={priority}
            data={actionItemPriorities.map((each) => ({
              value: each,
              label: actionItemPriorityLabels[each],
            }))}
            onChange={({ currentTarget }) =>
              setPriority(
                actionItemPriorities.find((each) => each === currentTarget.value) ?? priority,
              )
            }
          />
        </Group>
        <Group grow align="flex-start">
          <TextInput
            type="date"
            label="Due"
            value={dueOn}
            min={today}
            max={addDays(today, maxDueDaysAhead)}
            onChange={(event) => setDueOn(event.currentTarget.value)}
            required
          />
          <NumberInput
            label="Minutes"
            min={1}
            max={480}
            allowDecimal={false}
            value={minutes}
            onChange={setMinutes}
            required
          />
        </Group>
        <PersonSelect
          label="Assignee"
          nobody="The customer’s owner"
          value={person}
          onChange={setPerson}
        />
        <SendError error={add.error} />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={add.isPending} disabled={!isComplete}>
            Add action item
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
