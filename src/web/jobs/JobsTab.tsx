import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { JobRun } from '#shared/core/jobs/job-runs.ts';
import { jobRunColumns } from '#shared/jobs/job-columns.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import type { ListCells } from '#web/ui/list/cells.tsx';
import { List } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { jobRunsQuery, jobsQuery } from './data.ts';
import { JobTable } from './JobTable.tsx';
import { JobTroubleAlert } from './JobTroubleAlert.tsx';
import { useJobProgress } from './use-job-progress.ts';

const RunDialog = lazy(async () => ({
  default: (await import('./RunDialog.tsx')).RunDialog,
}));

const initial = {
  columns: ['title', 'state', 'due', 'seconds', 'attempt', 'result', 'error'],
  sort: [{ column: 'due', descending: true }],
};

const Due = ({ at }: { at: string }) => useMomentFormatter()(at);
const cells: ListCells<JobRun> = { due: ({ scheduledFor }) => <Due at={scheduledFor} /> };

/** Background jobs: schedules, results and active runs. */
export function JobsTab() {
  const jobs = useQuery(jobsQuery);
  const runs = useQuery(jobRunsQuery);
  const underWay = useJobProgress();
  const [opened, setOpened] = useState<JobRun>();
  const list = useList({ name: 'job-runs', columns: jobRunColumns, rows: runs.data, initial });
  return (
    <Stack gap="lg">
      <div data-guide="admin-jobs">
        {jobs.error !== null && (
          <ErrorState
            title="Couldn’t load jobs"
            error={jobs.error}
            onRetry={() => void jobs.refetch()}
          />
        )}
        {jobs.data === undefined && jobs.error === null && (
          <LoadingSkeleton label="Loading the jobs">
            <SkeletonBlock height={420} />
          </LoadingSkeleton>
        )}
        {jobs.data !== undefined && (
          <Stack gap="sm">
            <JobTroubleAlert jobs={jobs.data.rows} />
            <JobTable
              jobs={jobs.data.rows}
              timeZone={jobs.data.timeZone}
              underWay={underWay}
              onOpen={setOpened}
            />
          </Stack>
        )}
      </div>
      <section data-guide="admin-runs">
        <Title order={2} size="h4">
          Last runs
        </Title>
        <Text size="sm" c="dimmed" mb="xs">
          The list has the last 20 runs of each job.
        </Text>
        <List
          list={list}
          source={runs}
          label="Last runs"
          cells={cells}
          noun={{ one: 'run', many: 'runs' }}
          rowId={({ jobRunId }) => jobRunId}
          onOpen={setOpened}
          whenEmpty="No job has run yet."
          offset={260}
        />
      </section>
      <Suspense>
        {opened !== undefined && <RunDialog run={opened} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </Stack>
  );
}
