import { Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { Absences } from './Absences.tsx';
import { teamQuery } from './data.ts';
import { useReassignedPersonFromUrl } from './reassign/use-reassigning.ts';
import { TaskCountsByAge } from './TaskCountsByAge.tsx';
import { TeamTable } from './TeamTable.tsx';
import { UnownedCustomersAndWork } from './UnownedCustomersAndWork.tsx';

const TeamTasks = lazy(async () => ({ default: (await import('./TeamRows.tsx')).TeamTaskList }));
const UntouchedCustomers = lazy(async () => ({
  default: (await import('./TeamRows.tsx')).UntouchedCustomerList,
}));

const ReassignDialog = lazy(async () => ({
  default: (await import('./reassign/ReassignDialog.tsx')).ReassignDialog,
}));

/**
 * Team overview, or the list that the `rows` parameter of the URL selects: tasks or untouched
 * customers.
 */
export function Team() {
  const { parameters } = useUrlParameters();
  const rows = parameters.get('rows');
  if (rows === 'tasks') return <TeamTasks />;
  return rows === 'untouched' ? <UntouchedCustomers /> : <Overview />;
}

/** Overview of workloads, coverage gaps, task ages and absences. */
function Overview() {
  const team = useQuery(teamQuery);
  const reassigning = useReassignedPersonFromUrl();
  if (team.data === undefined) {
    if (team.error !== null)
      return (
        <ErrorState
          title="Couldn’t load the team"
          error={team.error}
          onRetry={() => void team.refetch()}
        />
      );
    return (
      <LoadingSkeleton label="Loading the team">
        <SkeletonBlock height={420} />
      </LoadingSkeleton>
    );
  }
  return (
    <Stack gap="md">
      {team.error !== null && (
        <ErrorState
          title="Couldn’t refresh the team"
          error={team.error}
          onRetry={() => void team.refetch()}
        />
      )}
      <Paper p="md" bg="var(--surface)" data-guide="team-load">
        <Title order={2} size="h4" mb="xs">
          Load
        </Title>
        {team.data.rows.length === 0 ? (
          <Text size="sm">
            No one has customers or open tasks. A person appears here once they own a customer in
            the CRM or have a task.
          </Text>
        ) : (
          <TeamTable rows={team.data.rows} />
        )}
      </Paper>
      <Paper p="md" bg="var(--surface)" data-guide="team-gaps">
        <Title order={2} size="h4" mb="xs">
          Coverage gaps <MetricInfo metric="coverageGap" />
        </Title>
        <UnownedCustomersAndWork team={team.data} />
      </Paper>
      <Paper p="md" bg="var(--surface)" data-guide="team-tasks">
        <Title order={2} size="h4" mb="xs">
          Task aging <MetricInfo metric="taskAge" />
        </Title>
        <TaskCountsByAge ages={team.data.taskAges} />
      </Paper>
      <Paper p="md" bg="var(--surface)" data-guide="team-absences">
        <Title order={2} size="h4" mb="xs">
          Absences
        </Title>
        <Absences />
      </Paper>
      <Suspense>
        {reassigning.from !== undefined && (
          <ReassignDialog
            key={JSON.stringify(reassigning.from)}
            from={reassigning.from}
            onClose={reassigning.end}
          />
        )}
      </Suspense>
    </Stack>
  );
}
