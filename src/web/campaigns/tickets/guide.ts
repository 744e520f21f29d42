import { campaignRules } from '#shared/campaigns/tickets/constants.ts';
import { numberText } from '#shared/core/words.ts';
import { guideFromRegistry } from '#web/ui/guide/from-registry.ts';
import { everywhere, listKeys } from '#web/ui/guide/keys.ts';

export const ticketCampaignsGuide = guideFromRegistry({
  metrics: ['campaignTicket', 'campaignStraggler', 'campaignDuplicate'],
  controls: [
    {
      id: 'campaign-list',
      label: 'Campaigns',
      does: 'All campaigns and their progress. Click a row to open one.',
    },
    {
      id: 'campaign-new',
      label: 'New campaign',
      does: 'Creates a campaign that opens one ticket for each customer of a segment.',
    },
    {
      id: 'campaign-audience',
      label: 'Customers',
      does: 'Filter the list, open a saved view, or select single customers.',
    },
    {
      id: 'campaign-text',
      label: 'Text',
      does: 'Subject and text. Fields such as {customer} are filled in for each customer.',
    },
    {
      id: 'campaign-assignment',
      label: 'Owner and due date',
      does: 'Assign tickets to the customers’ owners, to several people in turn, or to one person, and set a due date.',
    },
    {
      id: 'campaign-preview',
      label: 'Preview',
      does: 'Number of tickets by owner, and customers left out with the reason. Click a number to list its customers; use the arrows to read the text for each customer.',
    },
    {
      id: 'campaign-state',
      label: 'State',
      does: 'Progress of opening tickets. Pause, cancel the remaining tickets, retry refused ones, undo or end the campaign.',
    },
    {
      id: 'campaign-figures',
      label: 'Key figures',
      does: 'Status of the tickets in the CRM. Click a number to list its tickets.',
    },
    {
      id: 'campaign-owners',
      label: 'By owner',
      does: 'Progress of each owner. Remind an owner of overdue or untouched tickets with a task, or reassign the tickets.',
    },
    {
      id: 'campaign-tickets',
      label: 'Tickets',
      does: 'All customers of the campaign. Click a row to open its ticket.',
    },
  ],
  keys: [...everywhere, ...listKeys],
  howItWorks: () => [
    {
      title: 'One ticket per customer',
      blocks: [
        `A campaign goes to at most ${numberText(campaignRules.mostRecipients)} customers, and each gets exactly one ticket, even when sending is interrupted. When the CRM can’t be reached, Chairside retries every two minutes.`,
        'Tickets the CRM refuses are listed with the reason. You can retry them.',
      ],
    },
    {
      title: 'Undo',
      blocks: [
        `For ${campaignRules.undoHours} hours after the last ticket was opened, the campaign’s creator or an admin can undo it. Tickets a colleague has worked on are kept and listed.`,
      ],
    },
    {
      title: 'Ending a campaign',
      blocks: [
        `When a campaign is finished, end it. Its open tickets are closed or left open, and no longer count as overdue or untouched. You can undo an end or a reassignment for ${campaignRules.undoHours} hours; tickets changed since then keep their changes.`,
      ],
    },
  ],
});
