import { closedTicketDays, ticketRules } from './constants.ts';
import type { MetricFamily } from './metric.ts';

const { days, leastUses, useFall, many } = ticketRules;
/** Why campaigns change none of the figures about customers' tickets. */
const notOurs = 'Tickets that we opened for a campaign: they are not the customer’s own.';

export const ticketMetrics = {
  ticketState: () => ({
    formula:
      'Open or closed as the CRM says of the ticket’s stage, never by the stage’s name. Where it says nothing, a ticket is open until it has a day on which it was closed.',
    unit: 'Open or closed',
    inputs: ['Stages of the CRM'],
    exclusions: `The desk shows closed tickets for ${closedTicketDays} days.`,
    source: 'crm_ticket_stage.ticket_state',
  }),
  ticketFirstReply: () => ({
    formula: 'From the opening of the ticket to our first message to the customer. Notes do not count as replies.',
    unit: 'Hours by the clock',
    inputs: ['Messages of the ticket'],
    exclusions: `Tickets without a reply, and those whose messages are not known here. ${notOurs}`,
    source: 'crm_ticket_message.at',
  }),
  ticketWaiting: () => ({
    formula:
      'From what the customer wrote first after our last message to now; from the opening where we have not written yet, and from the reopening where nothing was written since.',
    unit: 'Hours by the clock',
    inputs: ['Messages of the ticket'],
    exclusions: 'Closed tickets, those in which our message was the last, and those whose messages are not known here.',
    source: 'crm_ticket_message.at',
  }),
  ticketResolution: () => ({
    formula: 'From the opening of the ticket to its closing.',
    unit: 'Hours by the clock',
    inputs: ['Tickets of the CRM'],
    exclusions: 'Open tickets.',
    source: 'crm_ticket.closed_at',
  }),
  ticketSilence: () => ({
    formula: `The ticket is open and of high or urgent priority, our message was the last, and the customer has written nothing in any of its tickets for ${days} days.`,
    unit: 'Yes or no',
    inputs: ['Messages of the customer’s tickets', 'Priority', 'Stage'],
    exclusions: `Tickets in which we have not written yet. ${notOurs}`,
    source: 'isSilentAfterComplaint in src/shared/tickets/rules.ts',
  }),
  ticketTheme: () => ({
    formula:
      'The first theme, in the order of the list’s filter, of which a word stands in the subject; else in the first 2,000 characters of the text. Other where there is none.',
    unit: 'Theme',
    inputs: ['Subject and text of the ticket'],
    exclusions: 'What is written later, and words in other languages.',
    source: 'themeOf in src/shared/tickets/themes.ts',
  }),
  ticketUseChange: () => ({
    formula: `Use of the ticket’s product in the two whole weeks after the week in which the ticket was opened, against the two whole weeks before it. From ${useFall}% down it has fallen.`,
    unit: 'Percent',
    inputs: ['Weekly usage', 'Tickets of the CRM'],
    exclusions: `Tickets that were closed within ${days} days or name no product, and products with fewer than ${leastUses} uses before. ${notOurs} Use may fall for other reasons than the ticket.`,
    source: 'usage_week.value',
  }),
  ticketFromAtRisk: () => ({
    formula: 'A ticket of a customer who is at risk today.',
    unit: 'Yes or no',
    inputs: ['Tickets of the CRM', 'Risk of the customer'],
    exclusions: notOurs,
    source: 'crm_ticket',
  }),
  ticketsOfDays: () => ({
    formula: `Tickets that the ticket’s customer opened in the last ${days} days, open and closed. From ${many} on they are many.`,
    unit: 'Tickets',
    inputs: ['Tickets of the CRM'],
    exclusions: notOurs,
    source: 'crm_ticket.created_at',
  }),
} satisfies MetricFamily;
