import { Code, Modal, Stack, Text } from '@mantine/core';
import { stateNames } from '#shared/admin/job-columns.ts';
import type { JobRun } from '#shared/core/job-runs.ts';
import { counted } from '#shared/core/words.ts';
import { useFocusBack } from '#web/ui/use-focus-back.ts';
import { useMomentText } from '../moment.ts';

/** All that is known of one run. */
export function RunDialog({ run, onClose }: { run: JobRun; onClose: () => void }) {
  useFocusBack();
  const momentText = useMomentText();
  return (
    <Modal opened onClose={onClose} title={run.job} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="sm">
        <Text size="sm">
          {stateNames[run.state]}. Due {momentText(run.scheduledFor)}
          {run.startedAt !== null && `, started ${momentText(run.startedAt)}`}
          {run.finishedAt !== null && `, ended ${momentText(run.finishedAt)}`}, {counted(run.attempt, 'attempt')}.
        </Text>
        {run.error !== null && (
          <Text size="sm" c="red" style={{ overflowWrap: 'anywhere' }}>
            {run.error}
          </Text>
        )}
        {run.result !== null && <Code block>{JSON.stringify(run.result, null, 2)}</Code>}
      </Stack>
    </Modal>
  );
}
