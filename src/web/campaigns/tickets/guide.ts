import { campaignRules } from '#shared/metrics/constants.ts';
import { guideFromRegistry } from '#web/ui/guide/from-registry.ts';
import { everywhere, listKeys } from '#web/ui/guide/keys.ts';

export const ticketCampaignsGuide = guideFromRegistry({
  metrics: ['campaignTicket', 'campaignStraggler', 'campaignDuplicate'],
  controls: [
    { id: 'campaign-list', label: 'Campaigns', does: 'Every campaign and its progress. A row opens it.' },
    { id: 'campaign-new', label: 'New campaign', does: 'Opens one ticket for each customer of a segment.' },
    { id: 'campaign-audience', label: 'Customers', does: 'Filter the list, open a saved view, or select rows and take only these.' },
    { id: 'campaign-text', label: 'Text', does: 'Subject and text with fields, such as {customer}, that are filled in for each customer.' },
    {
      id: 'campaign-assignment',
      label: 'Who and when',
      does: 'The customers’ owners, several people in turn, or one person; and a working day as due day.',
    },
    {
      id: 'campaign-preview',
      label: 'Check',
      does: 'How many tickets, for whom, who is left out and why. Each number opens its customers; the arrows step through the text.',
    },
    {
      id: 'campaign-state',
      label: 'State',
      does: 'Progress of the opening: pause, cancel the rest, try refused ones again, undo, or end the campaign.',
    },
    { id: 'campaign-figures', label: 'Figures', does: 'Where the tickets stand in the CRM. A number opens its rows.' },
    {
      id: 'campaign-owners',
      label: 'By person',
      does: 'Each person’s progress. Remind people of their stragglers with tasks, or give those to others.',
    },
    { id: 'campaign-tickets', label: 'Tickets', does: 'Each customer of the campaign. A row opens its ticket on the desk.' },
  ],
  keys: [...everywhere, ...listKeys],
  howItWorks: () => [
    {
      title: 'Once for each customer',
      blocks: [
        `A campaign goes to at most ${campaignRules.mostRecipients.toLocaleString('en-US')} customers, and each gets exactly one ticket, however often sending is interrupted. When the CRM cannot be reached, Chairside tries again every two minutes.`,
        'Tickets that the CRM refuses are listed with its reason and can be tried again.',
      ],
    },
    {
      title: 'Undo',
      blocks: [
        `For ${campaignRules.undoHours} hours after the last ticket was opened, whoever made the campaign, or an admin, can undo it. Tickets that somebody has worked on are kept, and the list names them.`,
      ],
    },
    {
      title: 'The end',
      blocks: [
        `When a campaign is done, end it: its open tickets are closed or left as they are, and nobody is late with them any more. An end and a reassignment can be undone for ${campaignRules.undoHours} hours; tickets that somebody changed since stay.`,
      ],
    },
  ],
});
