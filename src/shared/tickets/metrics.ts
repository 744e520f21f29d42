import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { closedTicketDays, ticketRules } from './constants.ts';

const { days, leastUses, useFall, many } = ticketRules;
/** Exclusion text for campaign tickets, which never count as tickets of the customer. */
const notOurs = 'Tickets we opened for a campaign.';

export const metrics = {
  ticketState: () => ({
    formula:
      'Open or closed according to the ticket’s stage in the CRM, never by the stage’s name. If the CRM has no state for the stage, a ticket is open until it has a closing date.',
    unit: 'Open or closed',
    inputs: ['Stages of the CRM'],
    exclusions: `The desk shows closed tickets for ${closedTicketDays} days.`,
    source: 'crm_ticket_stage.ticket_state',
  }),
  ticketFirstReply: () => ({
    formula:
      'From the opening of the ticket to our first message to the customer. Notes do not count as replies.',
    unit: 'Hours, around the clock',
    inputs: ['Messages of the ticket'],
    exclusions: `Tickets without a reply, and tickets whose messages are not available. ${notOurs}`,
    source: 'crm_ticket_message.at',
  }),
  ticketWaiting: () => ({
    formula:
      'From the customer’s first message after our last one until now. If we have not written yet, from the opening; if nothing was written since a reopening, from the reopening.',
    unit: 'Hours, around the clock',
    inputs: ['Messages of the ticket'],
    exclusions:
      'Closed tickets, tickets in which our message was the last, and tickets whose messages are not available.',
    source: 'crm_ticket_message.at',
  }),
  ticketResolution: () => ({
    formula: 'From the opening of the ticket to its closing.',
    unit: 'Hours, around the clock',
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
      'The first theme with a keyword in the subject, otherwise in the first 2,000 characters of the text. Themes are tried in the order of the list’s filter. Other if none matches.',
    unit: 'Theme',
    inputs: ['Subject and text of the ticket'],
    exclusions: 'Later messages, and keywords in other languages.',
    source: 'themeOf in src/shared/tickets/themes.ts',
  }),
  ticketUseChange: () => ({
    formula: `Usage of the ticket’s product in the two full weeks after the week in which the ticket was opened, compared with the two full weeks before it. A drop of ${useFall}% or more counts as fallen.`,
    unit: 'Percent',
    inputs: ['Weekly usage', 'Tickets of the CRM'],
    exclusions: `Tickets that were closed within ${days} days or name no product, and products with fewer than ${leastUses} uses before. ${notOurs} Usage may fall for other reasons than the ticket.`,
    source: 'usage_week.value',
  }),
  ticketFromAtRisk: () => ({
    formula: 'A ticket of a customer that is at risk today.',
    unit: 'Yes or no',
    inputs: ['Tickets of the CRM', 'Risk of the customer'],
    exclusions: notOurs,
    source: 'crm_ticket',
  }),
  ticketsOfDays: () => ({
    formula: `Tickets that the ticket’s customer opened in the last ${days} days, open and closed. ${many} or more count as many.`,
    unit: 'Tickets',
    inputs: ['Tickets of the CRM'],
    exclusions: notOurs,
    source: 'crm_ticket.created_at',
  }),
} satisfies Partial<MetricDefinitions>;
