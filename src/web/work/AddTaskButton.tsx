import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { TaskDraft } from './task-draft.ts';

const TaskEditor = lazy(async () => ({ default: (await import('./TaskEditor.tsx')).TaskEditor }));

interface Properties extends Pick<ButtonProps, 'variant'> {
  institutionId: number;
  institutionName: string;
  /** Initial values of the task. */
  initial?: Partial<TaskDraft>;
}

/** Button that opens the editor for a new task of an institution. */
export function AddTaskButton({
  institutionId,
  institutionName,
  initial,
  variant = 'default',
}: Properties) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant={variant} leftSection={<IconPlus size={14} />} onClick={open}>
        Add task
      </Button>
      <Suspense>
        {opened && (
          <TaskEditor
            subject={{ customers: [{ institutionId, institutionName }] }}
            initial={initial ?? {}}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
