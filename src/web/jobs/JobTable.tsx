import '@mantine/core/styles/Progress.css';
import { Anchor, Button, Group, Progress, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { JobRun } from '#shared/core/jobs/job-runs.ts';
import { countText, dayInWords, numberText } from '#shared/core/words.ts';
import { jobStateNames, runDurationSeconds } from '#shared/jobs/job-columns.ts';
import {
  type JobStatus,
  postJobRun,
  postSchedulePause,
  type ScheduleStatus,
} from '#shared/jobs/jobs.ts';
import { reopeningJobName } from '#shared/scoring/reopening.ts';
import { call } from '#web/core/api.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { WideTable } from '#web/ui/WideTable.tsx';
import { useRefetchJobs } from './use-refetch-jobs.ts';

const BackfillDialog = lazy(async () => ({
  default: (await import('./BackfillDialog.tsx')).BackfillDialog,
}));
const ReopenWeeksDialog = lazy(async () => ({
  default: (await import('./ReopenWeeksDialog.tsx')).ReopenWeeksDialog,
}));

interface Properties {
  jobs: readonly JobStatus[];
  timeZone: string;
  underWay: readonly JobRun[];
  onOpen: (run: JobRun) => void;
}

const headings = (timeZone: string) => [
  'Job',
  `Schedule (${timeZone})`,
  'Last run',
  'Typical duration',
  '',
];

/** Jobs with their schedules, last runs and actions. */
export function JobTable({ jobs, timeZone, underWay, onOpen }: Properties) {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <WideTable label="Jobs" minWidth={isNarrow ? 280 : 980}>
      <Table.Thead>
        <Table.Tr>
          {(isNarrow ? [`Job (times of ${timeZone})`, ''] : headings(timeZone)).map((heading) => (
            <Table.Th key={heading} scope="col">
              {heading === '' ? <VisuallyHidden>Actions</VisuallyHidden> : heading}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {jobs.map((job) => (
          <Row
            key={job.job}
            status={job}
            open={underWay.find((run) => run.job === job.job)}
            isNarrow={isNarrow}
            onOpen={onOpen}
          />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

interface RowProperties extends Pick<Properties, 'onOpen'> {
  status: JobStatus;
  open: JobRun | undefined;
  isNarrow: boolean;
}

function Row({ status, open, isNarrow, onOpen }: RowProperties) {
  const { title, does, schedules, medianSeconds } = status;
  const usually = medianSeconds === null ? '–' : secondsText(medianSeconds);
  const times = (
    <>
      {does !== null && <Text size="sm">{does}</Text>}
      {schedules.length === 0 && (
        <Text size="xs" c="dimmed">
          On request
        </Text>
      )}
      {schedules.map((schedule) => (
        <Times key={schedule.key} schedule={schedule} />
      ))}
    </>
  );
  const last =
    open === undefined ? <LastRun status={status} onOpen={onOpen} /> : <UnderWay run={open} />;
  const buttons = <Buttons status={status} isUnderWay={open !== undefined} />;
  if (isNarrow)
    return (
      <Table.Tr>
        <Table.Td style={{ overflowWrap: 'anywhere' }}>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          {times}
          {last}
          {medianSeconds !== null && (
            <Text size="xs" c="dimmed">
              Usually {usually}
            </Text>
          )}
        </Table.Td>
        <Table.Td style={{ verticalAlign: 'top' }}>{buttons}</Table.Td>
      </Table.Tr>
    );
  return (
    <Table.Tr>
      <Table.Td>{title}</Table.Td>
      <Table.Td>{times}</Table.Td>
      <Table.Td>{last}</Table.Td>
      <Table.Td>{usually}</Table.Td>
      <Table.Td>{buttons}</Table.Td>
    </Table.Tr>
  );
}

function Buttons({
  status: { job, title, backfill },
  isUnderWay,
}: Pick<RowProperties, 'status'> & { isUnderWay: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const run = useMutation({
    mutationFn: () => call(postJobRun, { body: { job } }),
    onError: (error) => notifyFailure(`Couldn’t start “${title}”`, error),
    onSettled: useRefetchJobs(),
  });
  return (
    <Stack gap={4} align="stretch">
      <Button
        variant="default"
        size="compact-sm"
        loading={run.isPending}
        disabled={isUnderWay}
        aria-label={`Run now: ${title}`}
        onClick={() => run.mutate()}
      >
        Run now
      </Button>
      {(backfill !== null || job === reopeningJobName) && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Backfill “${title}”`}
          onClick={() => setAsking(true)}
        >
          Backfill…
        </Button>
      )}
      <Suspense>
        {isAsking && backfill !== null && (
          <BackfillDialog job={job} title={title} step={backfill} onClose={close} />
        )}
        {isAsking && job === reopeningJobName && <ReopenWeeksDialog onClose={close} />}
      </Suspense>
    </Stack>
  );
}

function Times({ schedule: { key, text, nextAt, paused } }: { schedule: ScheduleStatus }) {
  const momentText = useMomentFormatter();
  const pause = useMutation({
    mutationFn: (isPaused: boolean) =>
      call(postSchedulePause, { params: { key }, body: { isPaused } }),
    onError: (error) => notifyFailure('Couldn’t change the schedule', error),
    onSettled: useRefetchJobs(),
  });
  return (
    <Stack gap={0}>
      <Text size="sm">{text}</Text>
      <Group gap="xs">
        <Text size="xs" c={paused === null ? 'dimmed' : 'var(--tier-medium)'}>
          {paused === null
            ? nextAt !== null && `Next ${momentText(nextAt)}`
            : `Paused by ${paused.by}, ${momentText(paused.at)}`}
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
        {jobStateNames[state]}
        {range !== null && ` for ${dayInWords(range.from)} to ${dayInWords(range.to)}`}
        {progress !== null &&
          `: ${progress.note}, ${numberText(progress.done)} of ${numberText(progress.total)}`}
      </Text>
      {progress !== null && progress.total > 0 && (
        <Progress
          value={(100 * progress.done) / progress.total}
          aria-label={`${progress.note}, done`}
        />
      )}
    </Stack>
  );
}

function LastRun({
  status: { lastRun: run, resultAt, trouble },
  onOpen,
}: Pick<RowProperties, 'status' | 'onOpen'>) {
  const momentText = useMomentFormatter();
  const missed = trouble?.kind === 'missed' && (
    <Text size="sm" c="var(--tier-medium)">
      Missed {momentText(trouble.at)}
    </Text>
  );
  if (run === null)
    return (
      missed || (
        <Text size="sm" c="dimmed">
          {resultAt === null
            ? 'Has not run yet'
            : `No run yet. Its data was last updated ${momentText(resultAt)} by the first start or another job.`}
        </Text>
      )
    );
  const seconds = runDurationSeconds(run);
  const counts = run.resultText;
  return (
    <Stack gap={0} align="flex-start">
      {missed}
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="start"
        {...(run.state === 'failed' && { c: 'red' })}
        onClick={() => onOpen(run)}
      >
        {jobStateNames[run.state]}{' '}
        {run.range !== null && `for ${dayInWords(run.range.from)} to ${dayInWords(run.range.to)}, `}
        {run.startedAt !== null && momentText(run.startedAt)}
        {seconds !== null && `, ${secondsText(seconds)}`}
      </Anchor>
      {counts !== null && counts !== '' && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {counts}
        </Text>
      )}
      {run.attempt > 1 && (
        <Text size="xs" c="dimmed">
          {countText(run.attempt, 'attempt')}
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

const secondsText = (seconds: number): string =>
  seconds < 60 ? `${seconds.toFixed(1)}\u00A0s` : `${Math.round(seconds / 60)}\u00A0min`;
