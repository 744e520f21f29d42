import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { postNotes } from '#shared/work/notes.ts';
import { call } from '#web/core/api.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { useRemoveFromDialogStack } from '#web/ui/dialog/use-remove-from-dialog-stack.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler, useIdempotencyId } from '#web/ui/sending/sending.ts';
import { type CustomerReference, customersLabel } from './customers.ts';
import { useWorkMutation } from './data.ts';
import { NoteTextArea } from './NoteForm.tsx';
import { useNotifyDone } from './use-notify-done.ts';

const stackId = 'note';

interface Properties {
  customers: readonly CustomerReference[];
  /**
   * Element that gets the focus when the dialog closes. The default is the element that has the
   * focus when the dialog opens.
   */
  opener?: Element | null;
  onClose: () => void;
  onDone?: () => void;
}

/** Dialog that adds the same note to one or many customers. */
export function AddNoteDialog({ customers, opener, onClose, onDone }: Properties) {
  const [body, setBody] = useState('');
  const once = useIdempotencyId();
  const notifyDone = useNotifyDone();
  useRemoveFromDialogStack(stackId);
  useFocusBack(opener);
  const institutionIds = customers.map((customer) => customer.institutionId);
  const add = useWorkMutation(
    async () => {
      const content = { body, institutionIds };
      const noteId = once.idFor(content);
      await call(postNotes, { body: { noteId, ...content } });
      notifyDone({
        title: `Added a note on ${customersLabel(customers)}`,
        workId: noteId,
        institutionIds,
      });
      onDone?.();
      onClose();
    },
    () => institutionIds,
  );
  const send = () => body.trim() !== '' && !add.isPending && add.mutate(undefined);
  return (
    <Modal
      opened
      onClose={onClose}
      stackId={stackId}
      title={`Note on ${customersLabel(customers)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
      centered
    >
      <Stack gap="xs" component="form" onSubmit={createSubmitHandler(send)}>
        <NoteTextArea label="Note" value={body} onChange={setBody} onSend={send} autoFocus />
        <SendError error={add.error} />
        <Group justify="flex-end">
          <Button type="submit" size="xs" loading={add.isPending} disabled={body.trim() === ''}>
            Add note
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
