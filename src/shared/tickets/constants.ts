/**
 * Ticket desk rules. `days`: length of the periods for silence, usage changes and recent tickets.
 * `leastUses`: minimum number of uses before a ticket. `useFall`: minimum drop of usage that is
 * reported, in percent. `many`: minimum number of a customer's tickets within `days` that is
 * reported.
 */
export const ticketRules = { days: 14, leastUses: 20, useFall: 20, many: 3 } as const;

/** Days for which a closed ticket stays on the desk. */
export const closedTicketDays = 90;
