import { Button, Group, Stack, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { countText } from '#shared/core/words.ts';
import { type ListedRun, maxStopReasonLength, postRunsStop } from '#shared/playbooks/runs.ts';
import { call } from '#web/core/api.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { refreshWork } from '#web/work/data.ts';
import { refetchPlaybooks } from './data.ts';

export interface StopRunsFormProperties {
  runs: readonly ListedRun[];
  onDone?: (() => void) | undefined;
}

/** Form for stopping active runs with a reason. */
export function StopRunsForm({ runs, onDone }: StopRunsFormProperties) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const stop = useMutation({
    mutationFn: () =>
      call(postRunsStop, { body: { runIds: runs.map(({ runId }) => runId), reason } }),
    onSuccess: ({ stopped, ended }) => {
      const others =
        ended.length === 0 ? '' : ` ${countText(ended.length, 'run')} had already ended.`;
      notifications.show({
        title: `Stopped ${countText(stopped.length, 'run')}`,
        message: `Open tasks were canceled.${others}`,
      });
      onDone?.();
    },
    onSettled: () =>
      Promise.all([
        refetchPlaybooks(client),
        refreshWork(
          client,
          runs.map(({ institutionId }) => institutionId),
        ),
      ]),
  });
  const what = runs.length === 1 ? 'the run' : countText(runs.length, 'run');
  return (
    <form onSubmit={createSubmitHandler(() => reason.trim() !== '' && stop.mutate())}>
      <Stack gap="xs">
        <Textarea
          label={`Reason for stopping ${what}`}
          description="Open tasks will be canceled."
          value={reason}
          maxLength={maxStopReasonLength}
          autosize
          minRows={1}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <SendError error={stop.error} />
        <Group justify="flex-end">
          <Button
            type="submit"
            color="red"
            variant="light"
            loading={stop.isPending}
            disabled={reason.trim() === ''}
          >
            Stop {what}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
