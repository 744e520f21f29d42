import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { campaignLimits } from './constants.ts';

export const metricExplanations = {
  campaignTicket: () => ({
    formula:
      'State of a campaign ticket. Done: the ticket’s stage is closed in the CRM. Waiting for customer: the ticket is open and our message was the last. In progress: the ticket is open and was changed or answered after it was created. Not started: the ticket is open and unchanged. Stage names are not used.',
    unit: 'One of ten states',
    inputs: [
      'Whether the ticket’s stage is open or closed in the CRM',
      'Last change of the ticket',
      'Messages and notes of the ticket',
    ],
    exclusions:
      'Customers that were left out are counted under “Left out”. Tickets that were refused, withdrawn or not opened are counted under “Without a ticket”.',
    source: 'recipientStatus in src/shared/campaigns/tickets/rules.ts',
  }),
  campaignStraggler: () => ({
    formula: `An open campaign ticket that is past its due date, or that was not changed or answered for ${campaignLimits.idleDays} days.`,
    unit: 'Yes or no',
    inputs: [
      'Due date of the campaign',
      'Last change of the ticket',
      'Messages and notes of the ticket',
    ],
    exclusions: 'Closed tickets.',
    source: 'needsTicketAttention in src/shared/campaigns/tickets/rules.ts',
  }),
  campaignDuplicate: () => ({
    formula:
      'A customer that already has an open ticket from a campaign of the same kind, or with the same subject. A customer is also a duplicate if another campaign included it within the quiet period.',
    unit: 'Yes or no',
    inputs: ['Open tickets of the CRM', 'Earlier campaigns'],
    exclusions: 'Campaigns in which the customer’s ticket was refused, withdrawn or not opened.',
    source: 'planTickets in src/server/campaigns/tickets/plan-rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
