import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconNote } from '@tabler/icons-react';
import { AddNoteDialog } from './AddNoteDialog.tsx';
import type { CustomerReference } from './customers.ts';

export function AddNoteButton({ institutionId, institutionName }: CustomerReference) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconNote size={14} />} onClick={open}>
        Add note
      </Button>
      {opened && <AddNoteDialog customers={[{ institutionId, institutionName }]} onClose={close} />}
    </>
  );
}
