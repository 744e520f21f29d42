import { paths } from '#shared/core/pages/paths.ts';
import { PageLinks } from '#web/ui/page/PageLinks.tsx';

const pages = [
  { to: paths.tickets, name: 'Tickets' },
  { to: paths.ticketCampaigns, name: 'Campaigns' },
] as const;

export function TicketPageLinks({ current }: { current: (typeof pages)[number]['to'] }) {
  return (
    <PageLinks label="Ticket pages" pages={pages} currentPath={current} guide="ticket-parts" />
  );
}
