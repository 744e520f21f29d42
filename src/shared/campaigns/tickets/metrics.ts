import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { campaignRules } from './constants.ts';

export const metrics = {
  campaignTicket: () => ({
    formula:
      'Done: its stage is closed in the CRM. With the customer: it is open and our message was the last. In progress: it is open and was changed or answered since it was opened. Not started: it is open and unchanged. Stage names are not used.',
    unit: 'One of ten states',
    inputs: [
      'State of the stage in the CRM',
      'Last change of the ticket',
      'Its messages and notes',
    ],
    exclusions:
      'Customers that were left out, and tickets that were rejected, withdrawn or not opened, are listed separately.',
    source: 'statusOf in src/shared/campaigns/tickets/rules.ts',
  }),
  campaignStraggler: () => ({
    formula: `An open campaign ticket that is past its due date, or that was not changed or answered for ${campaignRules.idleDays} days.`,
    unit: 'Yes or no',
    inputs: ['Due date of the campaign', 'Last change of the ticket', 'Its messages and notes'],
    exclusions: 'Closed tickets.',
    source: 'needsAttention in src/shared/campaigns/tickets/rules.ts',
  }),
  campaignDuplicate: () => ({
    formula:
      'A customer with an open ticket from a campaign of the same kind or with the same subject, or a customer included in a campaign within the chosen number of days.',
    unit: 'Yes or no',
    inputs: ['Open tickets of the CRM', 'Earlier campaigns'],
    exclusions: 'Campaigns whose ticket for the customer was rejected, withdrawn or never opened.',
    source: 'planTickets in src/server/campaigns/tickets/plan-rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
