import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';

const parts = [
  { to: paths.tickets, name: 'Tickets' },
  { to: paths.ticketCampaigns, name: 'Campaigns' },
] as const;

/** Navigation between the ticket pages. */
export function TicketPageLinks({ current }: { current: (typeof parts)[number]['name'] }) {
  return (
    <Group component="nav" aria-label="Tickets" gap={4} data-guide="ticket-parts">
      {parts.map(({ to, name }) => (
        <Button
          key={to}
          component={Link}
          to={to}
          size="compact-sm"
          variant={name === current ? 'light' : 'subtle'}
          {...(name === current ? {} : { color: 'gray' })}
          aria-current={name === current ? 'page' : undefined}
        >
          {name}
        </Button>
      ))}
    </Group>
  );
}
