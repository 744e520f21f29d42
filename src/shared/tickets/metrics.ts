import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { closedTicketDays, ticketRules } from './constants.ts';

const { days, leastUses, useFall, many } = ticketRules;
/** Sentence for figures that exclude campaign tickets. */
const notOurs = 'Tickets that we opened for a campaign.';

export const metricExplanations = {
  ticketState: () => ({
    formula:
      'The CRM defines for each stage whether its tickets are open or closed. The stage’s name does not matter. If a stage has no such definition, a ticket is open until it has a closing date.',
    unit: 'Open or closed',
    inputs: ['Stages of the CRM'],
    exclusions: `The desk shows closed tickets for ${closedTicketDays} days.`,
    source: 'crm_ticket_stage.ticket_state',
  }),
  ticketTurn: () => ({
    formula:
      'It is our turn when the stage says so by its name (New, Waiting on us), or when the customer wrote the last message. Otherwise, it is the customer’s turn.',
    unit: 'Our turn or customer’s turn',
    inputs: ['Stages of the CRM', 'Messages of the ticket'],
    exclusions: 'Closed tickets.',
    source: 'findTicketTurn in src/shared/tickets/rules.ts',
  }),
  ticketFirstReply: () => ({
    formula:
      'Time from the opening of a ticket to our first message to the customer. Notes do not count as replies.',
    unit: 'Hours, around the clock',
    inputs: ['Messages of the ticket'],
    exclusions: `Tickets without a reply, and tickets whose messages are not available. ${notOurs}`,
    source: 'crm_ticket_message.at',
  }),
  ticketWaiting: () => ({
    formula:
      'Time since the customer’s first message after our last message. If we have not written yet, time since the ticket was opened. If the ticket was reopened and there are no messages since then, time since it was reopened.',
    unit: 'Hours, around the clock',
    inputs: ['Messages of the ticket'],
    exclusions:
      'Closed tickets, tickets in which our message was the last, and tickets whose messages are not available.',
    source: 'crm_ticket_message.at',
  }),
  ticketResolution: () => ({
    formula: 'Time from the opening of a ticket to its closing.',
    unit: 'Hours, around the clock',
    inputs: ['Tickets of the CRM'],
    exclusions: 'Open tickets.',
    source: 'crm_ticket.closed_at',
  }),
  ticketSilence: () => ({
    formula: `The ticket is open, its priority is high or urgent, and our message was the last. The customer has not written in any of its tickets for ${days} days.`,
    unit: 'Yes or no',
    inputs: ['Messages of the customer’s tickets', 'Priority', 'Stage'],
    exclusions: `Tickets in which we have not written yet. ${notOurs}`,
    source: 'isSilentAfterComplaint in src/shared/tickets/rules.ts',
  }),
  ticketTheme: () => ({
    formula:
      'The first theme with a keyword in the ticket’s subject, otherwise in the first 2,000 characters of its text. Themes are tried in the order in which the list’s filter shows them. The theme is Other if none matches.',
    unit: 'Theme',
    inputs: ['Subject and text of the ticket'],
    exclusions: 'Later messages are not searched. Keywords exist in English only.',
    source: 'classifyTicketTheme in src/shared/tickets/themes.ts',
  }),
  ticketUseChange: () => ({
    formula: `Usage of the ticket’s product in the two full weeks after the week in which the ticket was opened, compared with the two full weeks before that week. Usage that drops by ${useFall}% or more counts as fallen.`,
    unit: 'Percent',
    inputs: ['Weekly usage', 'Tickets of the CRM'],
    exclusions: `Tickets that were closed within ${days} days or name no product, and products with fewer than ${leastUses} uses before the ticket. ${notOurs} Usage can fall for reasons other than the ticket.`,
    source: 'usage_week.value',
  }),
  ticketFromAtRisk: () => ({
    formula: 'The ticket belongs to a customer that is at risk today.',
    unit: 'Yes or no',
    inputs: ['Tickets of the CRM', 'Risk of the customer'],
    exclusions: notOurs,
    source: 'crm_ticket',
  }),
  ticketsOfDays: () => ({
    formula: `Number of tickets, open and closed, that the customer opened in the last ${days} days. A customer with ${many} or more is marked as having many tickets.`,
    unit: 'Tickets',
    inputs: ['Tickets of the CRM'],
    exclusions: notOurs,
    source: 'crm_ticket.created_at',
  }),
} satisfies Partial<MetricDefinitions>;
