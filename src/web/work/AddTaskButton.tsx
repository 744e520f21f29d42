import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { TaskEditor } from './TaskEditor.tsx';

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
      {opened && <TaskEditor customers={[{ institutionId, institutionName }]} onClose={close} />}
    </>
  );
}
