import { Group, Text, Title } from '@mantine/core';
import type { ListedTicket, TicketMessage } from '#shared/tickets/desk.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { CollapsibleText } from '#web/ui/CollapsibleText.tsx';
import classes from './desk.module.css';

const sides = { in: 'from the customer', out: 'to the customer', note: 'internal note' } as const;

/** Messages of a ticket, oldest first, starting with the opening message. */
export function Conversation({
  ticket,
  body,
  messages,
}: {
  ticket: ListedTicket;
  body: string;
  messages: readonly TicketMessage[];
}) {
  const momentText = useMomentFormatter();
  const opening = {
    messageId: 'opening',
    at: ticket.createdAt,
    direction: 'in' as const,
    author: ticket.institutionName,
    body,
  };
  return (
    <section aria-label="Conversation">
      <Title order={3} size="h5" mb="xs">
        Conversation
      </Title>
      <ol className={classes.talk}>
        {[opening, ...messages].map((message) => (
          <li
            key={message.messageId}
            className={classes.message}
            data-direction={message.direction}
          >
            <Group justify="space-between" gap="0 10px">
              <Text size="xs" fw={600}>
                {message.author}
              </Text>
              <Text size="xs" c="dimmed">
                {sides[message.direction]}, {momentText(message.at)}
              </Text>
            </Group>
            <CollapsibleText text={message.body} isNote={message.direction === 'note'} />
          </li>
        ))}
      </ol>
    </section>
  );
}
