import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { TaskDraft } from './task-draft.ts';

const TaskEditor = lazy(async () => ({ default: (await import('./TaskEditor.tsx')).TaskEditor }));

interface Properties extends Pick<ButtonProps, 'variant'> {
  institutionId: number;
  institutionName: string;
  /** What the task begins with. */
  begun?: Partial<TaskDraft>;
}

/** Opens a new task for an institution, from wherever it is shown. */
export function AddTaskButton({ institutionId, institutionName, begun, variant = 'default' }: Properties) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant={variant} leftSection={<IconPlus size={14} />} onClick={open}>
        Add task
      </Button>
      <Suspense>{opened && <TaskEditor customers={[{ institutionId, institutionName }]} begun={begun ?? {}} onClose={close} />}</Suspense>
    </>
  );
}
