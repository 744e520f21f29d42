import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Person } from '#shared/core/person.ts';
import { type Absence, deleteAbsence, postAbsence } from '#shared/work/working-time.ts';
import { call } from '#web/core/api.ts';
import { dayText, useToday } from '#web/core/days.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { createSubmitHandler, useIdempotencyId } from '#web/ui/sending/sending.ts';
import { PersonSelect } from '#web/work/PersonSelect.tsx';
import { absencesQuery, refreshTeam } from './data.ts';
import { ReassignButton } from './reassign/ReassignButton.tsx';

/** List of absences with covers, and a form to add an absence. */
export function Absences() {
  const absences = useQuery(absencesQuery);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (absenceId: string) => call(deleteAbsence, { params: { absenceId }, body: {} }),
    onError: (error) => notifyFailure('Couldn’t remove the absence', error),
    onSettled: () => refreshTeam(client),
  });
  return (
    <Stack gap="sm">
      {absences.error !== null && (
        <ErrorState
          title="Couldn’t load absences"
          error={absences.error}
          onRetry={() => void absences.refetch()}
        />
      )}
      {absences.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          No absences.
        </Text>
      )}
      {absences.data?.map((absence) => (
        <Line
          key={absence.absenceId}
          absence={absence}
          isBusy={remove.isPending}
          onRemove={() => remove.mutate(absence.absenceId)}
        />
      ))}
      <AbsenceForm />
    </Stack>
  );
}

function Line({
  absence,
  isBusy,
  onRemove,
}: {
  absence: Absence;
  isBusy: boolean;
  onRemove: () => void;
}) {
  const today = useToday();
  const { person, from, until, cover, coverIsAway } = absence;
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">
        {person.name}: {dayText(from, today)} to {dayText(until, today)}.{' '}
        {cover === null ? 'No cover.' : `${cover.name} covers.`}
        {coverIsAway && ' The cover is also away, or has no active account.'}
      </Text>
      {(cover === null || coverIsAway) && (
        <ReassignButton from={{ kind: 'person', userId: person.id }} of={person.name} />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={isBusy}
        aria-label={`Remove absence of ${person.name}`}
        onClick={onRemove}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function AbsenceForm() {
  const today = useToday();
  const client = useQueryClient();
  const once = useIdempotencyId();
  const [person, setPerson] = useState<Person | null>(null);
  const [cover, setCover] = useState<Person | null>(null);
  const [from, setFrom] = useState(today);
  const [until, setUntil] = useState(today);
  const enter = useMutation({
    mutationFn: (userId: string) => {
      const content = { userId, from, until, coverId: cover?.id ?? null };
      return call(postAbsence, { body: { absenceId: once.idFor(content), ...content } });
    },
    onSuccess: ({ coverIsAway }) => {
      once.done();
      notifications.show({
        title: 'Absence added',
        message: coverIsAway ? 'The cover is away on some of these days too.' : null,
      });
      return refreshTeam(client);
    },
    onError: (error) => notifyFailure('Couldn’t add the absence', error),
  });
  return (
    <form onSubmit={createSubmitHandler(() => person !== null && enter.mutate(person.id))}>
      <Group align="flex-end" gap="sm">
        <PersonSelect label="Person" nobody="Choose a person" value={person} onChange={setPerson} />
        <TextInput
          type="date"
          label="First day"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          required
        />
        <TextInput
          type="date"
          label="Last day"
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
          required
        />
        <PersonSelect label="Cover" nobody="No cover" value={cover} onChange={setCover} />
        <Button
          type="submit"
          loading={enter.isPending}
          disabled={person === null || from === '' || until === ''}
        >
          Add absence
        </Button>
      </Group>
    </form>
  );
}
