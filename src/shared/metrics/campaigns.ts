import { campaignRules } from './constants.ts';
import type { MetricFamily } from './metric.ts';

export const campaignMetrics = {
  campaignTicket: () => ({
    formula:
      'Done: the CRM says that its stage is closed. With the customer: it is open and our message was the last. In progress: it is open and somebody has changed it or written since it was opened. Not started: nobody has. Never by the name of a stage.',
    unit: 'One of ten words',
    inputs: ['The CRM’s state of the stage', 'Last change of the ticket', 'Its messages and notes'],
    exclusions: 'Customers that were left out, and tickets that were refused, withdrawn or not opened, stand apart.',
    source: 'statusOf in src/shared/campaigns/tickets/rules.ts',
  }),
  campaignStraggler: () => ({
    formula: `An open ticket of a campaign whose due day is over, or that nobody has changed or written on for ${campaignRules.idleDays} days.`,
    unit: 'Yes or no',
    inputs: ['Due day of the campaign', 'Last change of the ticket', 'Its messages and notes'],
    exclusions: 'Closed tickets are none.',
    source: 'isStraggler in src/shared/campaigns/tickets/rules.ts',
  }),
  campaignDuplicate: () => ({
    formula:
      'A customer with an open ticket from a campaign of the same kind or with the same subject, or one that a campaign of the chosen last days went to.',
    unit: 'Yes or no',
    inputs: ['Open tickets of the CRM', 'Earlier campaigns'],
    exclusions: 'Campaigns whose ticket for the customer was refused, withdrawn or never opened do not count.',
    source: 'planned in src/server/campaigns/tickets/plan-rules.ts',
  }),
} satisfies MetricFamily;
