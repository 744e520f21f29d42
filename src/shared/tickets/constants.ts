/**
 * Ticket desk rules: days of silence and usage to evaluate, minimum uses before a ticket, percent
 * drop that is reported, and number of tickets of one customer within `days` that is reported.
 */
export const ticketRules = { days: 14, leastUses: 20, useFall: 20, many: 3 } as const;

/** Days for which a closed ticket stays on the desk. */
export const closedTicketDays = 90;
