import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { AddTaskButton } from './AddTaskButton.tsx';
import { type TaskListFilter, tasksQuery } from './data.ts';
import { TaskRows } from './TaskRows.tsx';

interface Properties {
  institution: { id: number; name: string };
}

/** Tasks of an institution by due date. Tasks can be added, edited, completed and snoozed. */
export function TaskList({ institution }: Properties) {
  const [state, setState] = useState<TaskListFilter['state']>('open');
  const tasks = useInfiniteQuery(tasksQuery({ state, institutionId: institution.id }));
  const rows = tasks.data?.pages.flatMap((page) => page.rows) ?? [];
  const first = tasks.data?.pages[0];
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label="Task state"
            value={state}
            onChange={(value) => setState(value === 'closed' ? 'closed' : 'open')}
            data={[
              { value: 'open', label: 'Open' },
              { value: 'closed', label: 'Closed' },
            ]}
          />
          {first !== undefined && (
            <Text size="sm" c="dimmed">
              {first.total} {first.total === 1 ? 'task' : 'tasks'}
              {first.overdue > 0 && (
                <Text span inherit c="var(--tier-critical)">
                  , {first.overdue} overdue
                </Text>
              )}
            </Text>
          )}
        </Group>
        <AddTaskButton
          institutionId={institution.id}
          institutionName={institution.name}
          variant="light"
        />
      </Group>
      {tasks.isPending && <Placeholder />}
      {tasks.isError && (
        <ErrorState
          title="Couldn’t load tasks"
          error={tasks.error}
          onRetry={() => void tasks.refetch()}
        />
      )}
      {first?.total === 0 && <Text c="dimmed">{emptyTexts[state]}</Text>}
      {rows.length > 0 && <TaskRows tasks={rows} />}
      {tasks.hasNextPage && (
        <Button
          variant="subtle"
          size="xs"
          loading={tasks.isFetchingNextPage}
          onClick={() => void tasks.fetchNextPage()}
        >
          Show more tasks
        </Button>
      )}
    </Stack>
  );
}

const emptyTexts: Record<TaskListFilter['state'], string> = {
  open: 'No open tasks. Add one for your next step.',
  closed: 'No completed or canceled tasks yet.',
};

function Placeholder() {
  return (
    <Stack gap="xs" role="status" aria-label="Loading tasks">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} height={38} />
      ))}
    </Stack>
  );
}
