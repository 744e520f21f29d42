import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addDays, weekStartOf } from '#shared/core/dates.ts';
import { longestReopeningReason, postReopening } from '#shared/scoring/reopening.ts';
import { call } from '#web/core/api.ts';
import { useToday } from '#web/core/days.ts';
import { sayError } from '#web/ui/say-error.ts';
import { submitting, useOnceId } from '#web/ui/sending.ts';
import { useFocusBack } from '#web/ui/use-focus-back.ts';
import { jobRunsQuery, jobsQuery } from '../data.ts';

/** Scores closed weeks again, from one on. */
export function WeeksAgainDialog({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const client = useQueryClient();
  const once = useOnceId();
  const today = useToday();
  const [day, setDay] = useState('');
  const [reason, setReason] = useState('');
  const fromWeek = day === '' ? '' : weekStartOf(day);
  const ask = useMutation({
    mutationFn: () => call(postReopening, { body: { reopeningId: once.idFor({ fromWeek, reason }), fromWeek, reason } }),
    onSuccess: onClose,
    onSettled: () => Promise.all([jobsQuery, jobRunsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey: [...queryKey] }))),
  });
  return (
    <Modal opened onClose={onClose} title="Make closed weeks again" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submitting(() => ask.mutate())}>
        <Stack gap="sm">
          <Text size="sm">
            Every official week from this one on is scored again from what is known today. The versions before are kept with the reason.
          </Text>
          <TextInput
            type="date"
            label="A day of the first week"
            description={fromWeek === '' ? 'A week begins on its Sunday.' : `From the week of ${fromWeek} to ${addDays(fromWeek, 6)} on.`}
            value={day}
            max={today}
            required
            data-autofocus
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <TextInput
            label="Reason"
            placeholder="Such as usage that came late"
            value={reason}
            maxLength={longestReopeningReason}
            required
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {ask.error !== null && (
            <Text size="sm" c="red" role="alert">
              {sayError(ask.error)}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={ask.isPending}>
              Make them again
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
