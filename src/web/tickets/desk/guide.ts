import { guideFromRegistry } from '#web/ui/guide/from-registry.ts';
import { everywhere, listKeys } from '#web/ui/guide/keys.ts';

export const ticketsGuide = guideFromRegistry({
  metrics: [
    'ticketState',
    'ticketWaiting',
    'ticketFirstReply',
    'ticketResolution',
    'ticketSilence',
    'ticketTheme',
    'ticketUseChange',
    'ticketFromAtRisk',
    'ticketsOfDays',
  ],
  controls: [
    {
      id: 'ticket-parts',
      label: 'Tickets and campaigns',
      does: 'The tickets, and campaigns that open one for each customer of a segment.',
    },
    { id: 'own-scope', label: 'Whose', does: 'All tickets, or those that you own in the CRM.' },
    { id: 'ticket-stages', label: 'Stages', does: 'How many open tickets are in each stage. Click a number to see them.' },
    { id: 'ticket-facets', label: 'Which tickets', does: 'One-click filters. Click again to remove one.' },
    { id: 'ticket-list', label: 'Tickets', does: 'Open tickets, oldest first. Remove the filter to see those closed in the last 90 days.' },
  ],
  keys: [...everywhere, ...listKeys],
  howItWorks: () => [
    {
      title: 'One ticket',
      blocks: [
        'Open a row to read the conversation, see the customer and find similar tickets. Stage, owner and priority are changed in the CRM at once.',
        'When someone else changed the ticket first, both versions are shown and you choose. When the CRM cannot be reached, the change waits and is sent within two minutes of its return.',
      ],
    },
    {
      title: 'Tickets of campaigns',
      blocks: [
        'Tickets that we opened for a campaign are in the list, and are not the customer’s own: they do not count for many tickets, tickets from at-risk customers, silence after a complaint and use that fell. Show or filter them by the column “From a campaign”.',
      ],
    },
  ],
});
