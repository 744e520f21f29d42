import { Button, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { resultText, secondsOf, stateNames } from '#shared/admin/job-columns.ts';
import { type JobRun, type JobStatus, postJobRun, postSchedulePause, type ScheduleStatus } from '#shared/core/jobs/job-runs.ts';
import { counted } from '#shared/core/words.ts';
import { reopeningJob } from '#shared/scoring/reopening.ts';
import { call } from '#web/core/api.ts';
import { useMomentText } from '#web/core/days.ts';
import { sayNotDone } from '#web/ui/sending/say-not-done.ts';
import { WideTable } from '#web/ui/WideTable.tsx';
import { jobsQuery } from '../data.ts';
import { BackfillDialog } from './BackfillDialog.tsx';
import { useRefreshJobs } from './use-refresh-jobs.ts';
import { WeeksAgainDialog } from './WeeksAgainDialog.tsx';

interface Properties {
  jobs: readonly JobStatus[];
  timeZone: string;
  underWay: readonly JobRun[];
}

/** Every job with its times, its last run and what can be done with it. */
export function JobTable({ jobs, timeZone, underWay }: Properties) {
  return (
    <WideTable label="Jobs" minWidth={980}>
      <Table.Thead>
        <Table.Tr>
          {['Job', `When (${timeZone})`, 'Last run', 'Usually', ''].map((heading) => (
            <Table.Th key={heading}>{heading}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {jobs.map((job) => (
          <Row key={job.job} status={job} open={underWay.find((run) => run.job === job.job)} />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function Row({ status: { job, schedules, backfill, lastRun, medianSeconds }, open }: { status: JobStatus; open: JobRun | undefined }) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const run = useMutation({
    mutationFn: () => call(postJobRun, { body: { job } }),
    onError: (error) => sayNotDone(`Not started: ${job}`, error),
    onSettled: useRefreshJobs(),
  });
  return (
    <Table.Tr>
      <Table.Td>{job}</Table.Td>
      <Table.Td>
        {schedules.length === 0 ? (
          <Text size="sm" c="dimmed">
            On request
          </Text>
        ) : (
          schedules.map((schedule) => <Times key={schedule.key} schedule={schedule} />)
        )}
      </Table.Td>
      <Table.Td>{open === undefined ? <LastRun run={lastRun} /> : <UnderWay run={open} />}</Table.Td>
      <Table.Td>{medianSeconds === null ? '–' : secondsText(medianSeconds)}</Table.Td>
      <Table.Td>
        <Stack gap={4} align="stretch">
          <Button
            variant="default"
            size="compact-sm"
            loading={run.isPending}
            disabled={open !== undefined}
            aria-label={`Run ${job} now`}
            onClick={() => run.mutate()}
          >
            Run now
          </Button>
          {(backfill !== null || job === reopeningJob) && (
            <Button variant="subtle" size="compact-sm" aria-label={`Back-fill ${job}`} onClick={() => setAsking(true)}>
              Back-fill…
            </Button>
          )}
        </Stack>
        {isAsking && backfill !== null && <BackfillDialog job={job} step={backfill} onClose={close} />}
        {isAsking && job === reopeningJob && <WeeksAgainDialog onClose={close} />}
      </Table.Td>
    </Table.Tr>
  );
}

function Times({ schedule: { key, text, nextAt, paused } }: { schedule: ScheduleStatus }) {
  const momentText = useMomentText();
  const client = useQueryClient();
  const pause = useMutation({
    mutationFn: (isPaused: boolean) => call(postSchedulePause, { params: { key }, body: { isPaused } }),
    onError: (error) => sayNotDone('Not changed', error),
    onSettled: () => client.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  });
  return (
    <Stack gap={0}>
      <Text size="sm">{text}</Text>
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          {paused === null ? nextAt !== null && `Next ${momentText(nextAt)}` : `Paused by ${paused.by}, ${momentText(paused.at)}`}
        </Text>
        <Button
          variant="subtle"
          size="compact-xs"
          loading={pause.isPending}
          aria-label={`${paused === null ? 'Pause' : 'Resume'}: ${text}`}
          onClick={() => pause.mutate(paused === null)}
        >
          {paused === null ? 'Pause' : 'Resume'}
        </Button>
      </Group>
    </Stack>
  );
}

function UnderWay({ run: { state, range, progress } }: { run: JobRun }) {
  return (
    <Stack gap={2}>
      <Text size="sm">
        {stateNames[state]}
        {range !== null && ` for ${range.from} to ${range.to}`}
        {progress !== null && `: ${progress.note}, ${progress.done.toLocaleString('en-US')} of ${progress.total.toLocaleString('en-US')}`}
      </Text>
      {progress !== null && progress.total > 0 && (
        <Progress value={(100 * progress.done) / progress.total} aria-label={`${progress.note}, done`} />
      )}
    </Stack>
  );
}

function LastRun({ run }: { run: JobRun | null }) {
  const momentText = useMomentText();
  if (run === null)
    return (
      <Text size="sm" c="dimmed">
        Never
      </Text>
    );
  const seconds = secondsOf(run);
  const counts = resultText(run);
  return (
    <Stack gap={0}>
      <Text size="sm">
        {stateNames[run.state]} {run.startedAt !== null && momentText(run.startedAt)}
        {seconds !== null && `, ${secondsText(seconds)}`}
      </Text>
      {counts !== null && counts !== '' && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {counts}
        </Text>
      )}
      {run.attempt > 1 && (
        <Text size="xs" c="dimmed">
          {counted(run.attempt, 'attempt')}
        </Text>
      )}
      {run.error !== null && (
        <Text size="xs" c="red" lineClamp={2}>
          {run.error}
        </Text>
      )}
    </Stack>
  );
}

const secondsText = (seconds: number): string => (seconds < 60 ? `${seconds.toFixed(1)}\u00A0s` : `${Math.round(seconds / 60)}\u00A0min`);
