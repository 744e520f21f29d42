import { Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JobRun } from '#shared/core/jobs/job-runs.ts';
import { countText } from '#shared/core/words.ts';
import { jobStateNames } from '#shared/jobs/job-columns.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { jobRunQuery } from './data.ts';

/** Details of a run, updated while it is active. */
export function RunDialog({ run: opened, onClose }: { run: JobRun; onClose: () => void }) {
  useFocusBack();
  const momentText = useMomentFormatter();
  const { data, error, refetch } = useQuery(jobRunQuery(opened.jobRunId));
  const run = data?.run ?? opened;
  return (
    <Modal
      opened
      onClose={onClose}
      title={run.title}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        <Text size="sm">
          {jobStateNames[run.state]}
          {run.range !== null && ` for ${run.range.from} to ${run.range.to}`}. Due{' '}
          {momentText(run.scheduledFor)}
          {run.startedAt !== null && `, started ${momentText(run.startedAt)}`}
          {run.finishedAt !== null && `, ended ${momentText(run.finishedAt)}`},{' '}
          {countText(run.attempt, 'attempt')}.
        </Text>
        {run.error !== null && (
          <Text size="sm" c="red" style={{ overflowWrap: 'anywhere' }}>
            {run.error}
          </Text>
        )}
        {run.resultText !== null && run.resultText !== '' && (
          <Text size="sm">{run.resultText}</Text>
        )}
        {error !== null && (
          <ErrorState title="Couldn’t load the log" error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && error === null && (
          <LoadingSkeleton label="Loading the log">
            <SkeletonBlock height={80} />
          </LoadingSkeleton>
        )}
        {data !== undefined && data.log.length > 0 && (
          <ScrollArea.Autosize
            mah={300}
            type="auto"
            viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Log of the run' }}
          >
            <ol style={{ margin: 0, padding: 0, listStyle: 'none' }}>
              {data.log.map(({ at, text }, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end
                <Text key={line} size="xs" component="li" style={{ overflowWrap: 'anywhere' }}>
                  <Text span inherit c="dimmed">
                    {momentText(at)}
                  </Text>{' '}
                  {text}
                </Text>
              ))}
            </ol>
          </ScrollArea.Autosize>
        )}
        {data?.log.length === 0 && (
          <Text size="sm" c="dimmed">
            {run.startedAt === null ? 'The run hasn’t started.' : 'This run has no log.'}
          </Text>
        )}
      </Stack>
    </Modal>
  );
}
