/**
 * Ticket desk rules. `days`: period of silence, usage and ticket counts. `leastUses`: minimum uses
 * before a ticket. `useFall`: reported drop in percent. `many`: reported number of tickets of one
 * customer within `days`.
 */
export const ticketRules = { days: 14, leastUses: 20, useFall: 20, many: 3 } as const;

/** Days for which a closed ticket stays on the desk. */
export const closedTicketDays = 90;
