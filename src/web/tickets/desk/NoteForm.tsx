import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type ListedTicket, maxTicketNoteLength } from '#shared/tickets/desk.ts';
import { DraftNotice } from '#web/ui/draft/DraftNotice.tsx';
import { useDraft } from '#web/ui/draft/use-draft.ts';
import { errorText } from '#web/ui/sending/error-text.ts';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { useAddTicketNote } from './data.ts';

/** Form that adds an internal note to a ticket. */
export function NoteForm({ ticket }: { ticket: ListedTicket }) {
  const [body, setBody] = useState('');
  const draft = useDraft({
    purpose: `ticket note ${ticket.ticketId}`,
    fields: { body },
    onRestore: (fields) => setBody(fields.body ?? ''),
  });
  const write = useAddTicketNote(ticket, () => {
    draft.done();
    setBody('');
  });
  const isEmpty = body.trim() === '';
  return (
    <form onSubmit={createSubmitHandler(() => !isEmpty && !write.isPending && write.mutate(body))}>
      <Stack gap={6}>
        <Textarea
          size="xs"
          label="Internal note"
          value={body}
          maxLength={maxTicketNoteLength}
          autosize
          minRows={2}
          maxRows={8}
          onChange={({ currentTarget }) => setBody(currentTarget.value)}
        />
        <DraftNotice draft={draft} noun="note" />
        <Group justify="space-between">
          <Text size="xs" c="red" role="alert">
            {write.error && errorText(write.error)}
          </Text>
          <Button
            type="submit"
            size="xs"
            variant="default"
            disabled={isEmpty}
            loading={write.isPending}
          >
            Add note
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
