import { Button, Group, Popover, Stack, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { type ListedTicket, maxTicketNoteLength } from '#shared/tickets/desk.ts';
import { DraftNotice } from '#web/ui/draft/DraftNotice.tsx';
import { useDraft } from '#web/ui/draft/use-draft.ts';
import { windowFitMiddlewares } from '#web/ui/fit-window.ts';
import { errorText } from '#web/ui/sending/error-text.ts';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { useAddTicketNote, useChangeTicket } from './data.ts';

const notePrefix = 'Escalated: ';

/** Button that raises a ticket's priority to urgent and saves the reason as an internal note. */
export function EscalateButton({ ticket }: { ticket: ListedTicket }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const [reason, setReason] = useState('');
  const draft = useDraft({
    purpose: `escalation ${ticket.ticketId}`,
    fields: { reason },
    onRestore: (fields) => setReason(fields.reason ?? ''),
  });
  const change = useChangeTicket(ticket);
  const write = useAddTicketNote(ticket, () => {
    change.mutate({ what: 'priority', priority: 'URGENT' });
    draft.done();
    setReason('');
    close();
  });
  if (!ticket.isOpen || ticket.priority === 'URGENT' || ticket.sync !== null) return null;
  const isEmpty = reason.trim() === '';
  return (
    <Popover
      opened={opened}
      onClose={close}
      trapFocus
      withinPortal
      position="bottom-start"
      middlewares={windowFitMiddlewares}
      width={300}
    >
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowUp size={14} />}
          onClick={toggle}
        >
          Escalate
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={createSubmitHandler(
            () => !isEmpty && !write.isPending && write.mutate(notePrefix + reason.trim()),
          )}
        >
          <Stack gap="xs">
            <Textarea
              size="xs"
              label="Reason"
              description="Your text is saved as an internal note."
              value={reason}
              maxLength={maxTicketNoteLength - notePrefix.length}
              autosize
              minRows={2}
              maxRows={6}
              error={write.error && errorText(write.error)}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
            <DraftNotice draft={draft} noun="reason" />
            <Group justify="flex-end">
              <Button type="submit" size="xs" disabled={isEmpty} loading={write.isPending}>
                Mark as urgent
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
