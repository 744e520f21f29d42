import { ticketRules } from '#shared/tickets/constants.ts';
import { createGuideFactory } from '#web/ui/guide/from-registry.ts';
import { globalKeys, listKeys } from '#web/ui/guide/keys.ts';

export const createTicketsGuide = createGuideFactory({
  metrics: [
    'ticketState',
    'ticketTurn',
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
      does: 'Switch between tickets and ticket campaigns. A campaign opens one ticket for each customer of a segment.',
    },
    {
      id: 'own-scope',
      label: 'All customers or my customers',
      does: '“All customers” shows every ticket. “My customers” shows only tickets that you own in the CRM. The owner of the customer does not matter.',
    },
    {
      id: 'ticket-stages',
      label: 'Turns and stages',
      does: 'Number of open tickets that wait for us or for the customer, by stage. Tickets of campaigns are counted separately. Click a number to list its tickets.',
    },
    {
      id: 'ticket-facets',
      label: 'Quick filters',
      does: 'One-click filters. Click a filter again to remove it.',
    },
    {
      id: 'ticket-list',
      label: 'Tickets',
      does: 'Open tickets, oldest first, without tickets of campaigns. Remove the filters to see these, and tickets closed in the last 90 days.',
    },
  ],
  keys: [...globalKeys, ...listKeys],
  howItWorks: () => [
    {
      title: 'One ticket',
      blocks: [
        'Open a row to read the conversation, see the customer and find similar tickets. Changes to stage, owner and priority go to the CRM at once.',
        'If someone else changed the ticket first, you see both versions and choose one. If the CRM can’t be reached, your change waits and is sent within two minutes after the CRM is back.',
      ],
    },
    {
      title: 'Tickets of campaigns',
      blocks: [
        `Tickets we opened for a campaign are left out until you remove the filter “From a campaign: no”. They don’t count toward the filters “From at-risk customers”, “${ticketRules.many}+ tickets in ${ticketRules.days} days”, “Silent after a complaint” and “Usage fell after ticket”.`,
      ],
    },
  ],
});
