import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type BackfillStep, postJobRun } from '#shared/core/job-runs.ts';
import { call } from '#web/core/api.ts';
import { useToday } from '#web/core/days.ts';
import { sayError } from '#web/ui/say-error.ts';
import { submitting } from '#web/ui/sending.ts';
import { useFocusBack } from '#web/ui/use-focus-back.ts';
import { jobRunsQuery, jobsQuery } from '../data.ts';

const stepWords = {
  day: 'It runs once for each day of the range, oldest first.',
  week: 'It runs once for each week that meets the range, oldest first. Closed weeks keep their scores; make them again to take in what changes.',
} as const satisfies Record<BackfillStep, string>;

interface Properties {
  job: string;
  step: BackfillStep;
  onClose: () => void;
}

/** Runs a job for past days. */
export function BackfillDialog({ job, step, onClose }: Properties) {
  useFocusBack();
  const client = useQueryClient();
  const today = useToday();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState(today);
  const ask = useMutation({
    mutationFn: () => call(postJobRun, { body: { job, range: { from, to } } }),
    onSuccess: onClose,
    onSettled: () => Promise.all([jobsQuery, jobRunsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey: [...queryKey] }))),
  });
  return (
    <Modal opened onClose={onClose} title={`Back-fill ${job}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submitting(() => ask.mutate())}>
        <Stack gap="sm">
          <Text size="sm">{stepWords[step]}</Text>
          <Group grow align="flex-start">
            <TextInput
              type="date"
              label="First day"
              value={from}
              max={to}
              required
              data-autofocus
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
            <TextInput
              type="date"
              label="Last day"
              value={to}
              min={from}
              max={today}
              required
              onChange={(event) => setTo(event.currentTarget.value)}
            />
          </Group>
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
              Back-fill
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
