import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';

const TaskEditor = lazy(async () => ({ default: (await import('./TaskEditor.tsx')).TaskEditor }));

interface Properties extends Pick<ButtonProps, 'variant'> {
  institutionId: number;
  institutionName: string;
}

/** Opens a new task for an institution, from wherever it is shown. */
export function AddTaskButton({ institutionId, institutionName, variant = 'default' }: Properties) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant={variant} leftSection={<IconPlus size={14} />} onClick={open}>
        Add task
      </Button>
      <Suspense>{opened && <TaskEditor customers={[{ institutionId, institutionName }]} onClose={close} />}</Suspense>
    </>
  );
}
