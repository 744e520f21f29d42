import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { prospectTasksQuery } from '#web/work/data.ts';
import { TaskRows } from '#web/work/TaskRows.tsx';

const TaskEditor = lazy(async () => ({
  default: (await import('#web/work/TaskEditor.tsx')).TaskEditor,
}));

/** Tasks of a prospect, open tasks by due date first. */
export function TasksSection({
  prospect: { prospectId, name, owner },
}: {
  prospect: ListedProspect;
}) {
  const tasks = useQuery(prospectTasksQuery(prospectId));
  const [isAdding, { open, close }] = useDisclosure(false);
  const rows = tasks.data?.rows ?? [];
  return (
    <Paper p="md" data-guide="prospect-tasks">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Tasks
        </Title>
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={open}>
          Add task
        </Button>
      </Group>
      {tasks.isPending && <Skeleton height={38} role="status" aria-label="Loading tasks" />}
      {tasks.error !== null && tasks.data === undefined && (
        <ErrorState
          title="Couldn’t load tasks"
          error={tasks.error}
          onRetry={() => void tasks.refetch()}
        />
      )}
      {tasks.data !== undefined && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          No tasks yet. Add one for your next step.
        </Text>
      )}
      {rows.length > 0 && <TaskRows tasks={rows} />}
      <Suspense>
        {isAdding && (
          <TaskEditor
            subject={{ prospect: { prospectId, prospectName: name } }}
            initial={{ assignee: owner }}
            onClose={close}
          />
        )}
      </Suspense>
    </Paper>
  );
}
