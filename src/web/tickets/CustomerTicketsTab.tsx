import { Badge, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayIn, daysBetween } from '#shared/core/dates.ts';
import { products } from '#shared/core/products.ts';
import { capitalize, countText, dayInWords } from '#shared/core/words.ts';
import type { Ticket } from '#shared/tickets/tickets.ts';
import { useBusinessTimeZone, useToday } from '#web/core/days.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { CollapsibleText } from '#web/ui/CollapsibleText.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { customerTicketsQuery } from './data.ts';
import classes from './tickets.module.css';

/** Support tickets of a customer, open or closed, each with its stage and age. */
export function CustomerTicketsTab({ institutionId }: { institutionId: number }) {
  const [state, setState] = useState<'open' | 'closed'>();
  const found = useQuery(customerTicketsQuery(institutionId));
  if (found.isPending) return <Skeleton h={320} />;
  if (found.isError)
    return (
      <ErrorState
        title="Couldn’t load tickets"
        error={found.error}
        onRetry={() => void found.refetch()}
      />
    );
  const { rows: tickets, open, closed } = found.data;
  const shownState = state ?? (open > 0 || closed === 0 ? 'open' : 'closed');
  const rows = tickets.filter(({ closedAt }) => (closedAt === null) === (shownState === 'open'));
  const hidden = (shownState === 'open' ? open : closed) - rows.length;
  return (
    <Stack gap="sm" data-guide="tickets">
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="Ticket state"
          value={shownState}
          onChange={(value) => setState(value === 'closed' ? 'closed' : 'open')}
          data={[
            { value: 'open', label: `Open (${open})` },
            { value: 'closed', label: `Closed (${closed})` },
          ]}
        />
        <MetricInfo metric="tickets" />
      </Group>
      {rows.length === 0 && (
        <Text c="dimmed">
          {shownState === 'open' ? 'No open tickets.' : 'No closed tickets.'} Tickets come from the
          CRM.
        </Text>
      )}
      {rows.length > 0 && (
        <ul
          className={classes.tickets}
          aria-label={shownState === 'open' ? 'Open tickets' : 'Closed tickets'}
        >
          {rows.map((ticket) => (
            <TicketRow key={ticket.ticketId} ticket={ticket} />
          ))}
        </ul>
      )}
      {hidden > 0 && <Text size="sm">{countText(hidden, 'older ticket')} in the CRM</Text>}
    </Stack>
  );
}

const urgent = ['HIGH', 'URGENT'];
const sentenceCase = (word: string) => capitalize(word.toLowerCase());

function TicketRow({ ticket }: { ticket: Ticket }) {
  const isUrgent = ticket.closedAt === null && urgent.includes(ticket.priority);
  return (
    <li>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {ticket.subject}
      </Text>
      <Text size="xs" c="dimmed" component="div" className={classes.ticketFacts} mb={4}>
        <span>{ticket.stage}</span>
        {isUrgent ? (
          <Badge
            size="xs"
            variant="outline"
            tt="none"
            color="var(--tier-critical)"
            c="var(--tier-critical)"
          >
            {sentenceCase(ticket.priority)} priority
          </Badge>
        ) : (
          <span>{sentenceCase(ticket.priority)} priority</span>
        )}
        <Age ticket={ticket} />
        {ticket.product !== null && <span>{products[ticket.product].name}</span>}
        <span>{ticket.pipeline}</span>
        <span>{ticket.ownerName ?? 'Unassigned'}</span>
        <span>#{ticket.ticketId}</span>
      </Text>
      <CollapsibleText text={ticket.body} />
    </li>
  );
}

/** Days the ticket has been open, or days from opening to closing. */
function Age({ ticket: { createdAt, closedAt } }: { ticket: Ticket }) {
  const timeZone = useBusinessTimeZone();
  const today = useToday();
  const opened = dayIn(timeZone, new Date(createdAt));
  if (closedAt === null) {
    const days = daysBetween(opened, today);
    return (
      <span>
        {days === 0
          ? 'Opened today'
          : `Open for ${countText(days, 'day')}, since ${dayInWords(opened)}`}
      </span>
    );
  }
  const closed = dayIn(timeZone, new Date(closedAt));
  const days = daysBetween(opened, closed);
  return (
    <span>
      Opened {dayInWords(opened)}, closed{' '}
      {days === 0 ? 'the same day' : `after ${countText(days, 'day')}`}
    </span>
  );
}
