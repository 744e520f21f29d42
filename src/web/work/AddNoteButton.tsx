import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconNote } from '@tabler/icons-react';
import { NoteForm } from './NoteForm.tsx';

/** Opens a note on an institution, from wherever it is shown. */
export function AddNoteButton({ institutionId, institutionName }: { institutionId: number; institutionName: string }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconNote size={14} />} onClick={open}>
        Add note
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        stackId="note"
        title={`Note on ${institutionName}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
        size="lg"
        centered
      >
        <NoteForm institutionId={institutionId} onAdded={close} autoFocus />
      </Modal>
    </>
  );
}
