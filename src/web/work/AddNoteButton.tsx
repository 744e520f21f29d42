import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconNote } from '@tabler/icons-react';
import type { CustomerReference } from './customers.ts';
import { NoteDialog } from './NoteDialog.tsx';

export function AddNoteButton({ institutionId, institutionName }: CustomerReference) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconNote size={14} />} onClick={open}>
        Add note
      </Button>
      {opened && <NoteDialog customers={[{ institutionId, institutionName }]} onClose={close} />}
    </>
  );
}
