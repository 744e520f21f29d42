import { campaignLimits } from '#shared/campaigns/tickets/constants.ts';
import { numberText } from '#shared/core/words.ts';
import { createGuideFactory } from '#web/ui/guide/from-registry.ts';
import { globalKeys, listKeys } from '#web/ui/guide/keys.ts';

export const createTicketCampaignsGuide = createGuideFactory({
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
      does: 'Filter the list of customers, open a saved view, or select single customers.',
    },
    {
      id: 'campaign-text',
      label: 'Text',
      does: 'Subject and text of the tickets. Fields such as {customer} are filled in for each customer.',
    },
    {
      id: 'campaign-assignment',
      label: 'Owner and due date',
      does: 'Assign the tickets to the customers’ owners, to several people in turn, or to one person. Set a due date.',
    },
    {
      id: 'campaign-preview',
      label: 'Preview',
      does: 'Number of tickets by owner, and customers left out with the reason. Click a number to list its customers. Use the arrows to read each customer’s text.',
    },
    {
      id: 'campaign-state',
      label: 'State',
      does: 'Progress of opening tickets. You can pause, cancel the remaining tickets, retry refused tickets, undo the campaign or end it.',
    },
    {
      id: 'campaign-figures',
      label: 'Key figures',
      does: 'Status of the tickets in the CRM. Click a number to list its tickets.',
    },
    {
      id: 'campaign-owners',
      label: 'By owner',
      does: 'Progress of each owner. For overdue or untouched tickets, you can create a reminder task or reassign the tickets.',
    },
    {
      id: 'campaign-tickets',
      label: 'Tickets',
      does: 'All customers of the campaign. Click a row to open its ticket.',
    },
  ],
  keys: [...globalKeys, ...listKeys],
  howItWorks: () => [
    {
      title: 'One ticket per customer',
      blocks: [
        `A campaign has at most ${numberText(campaignLimits.mostRecipients)} customers. Each customer gets exactly one ticket, even if sending is interrupted. When the CRM can’t be reached, Chairside tries again every two minutes.`,
        'Tickets that the CRM refuses are listed with the reason. You can retry them.',
      ],
    },
    {
      title: 'Undo',
      blocks: [
        `The campaign’s creator or an admin can undo the campaign for ${campaignLimits.undoHours} hours after its last ticket was opened. Tickets that a colleague has worked on are kept and listed.`,
      ],
    },
    {
      title: 'Ending a campaign',
      blocks: [
        `End a campaign when its work is finished. Its open tickets are closed or left open, and no longer count as overdue or untouched. You can undo a reassignment or the end of a campaign for ${campaignLimits.undoHours} hours. Tickets that were changed afterwards keep their changes.`,
      ],
    },
  ],
});
