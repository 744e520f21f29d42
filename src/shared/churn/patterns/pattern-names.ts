/** What the warning patterns are called; `patterns.ts` says the rest, which is fetched when somebody asks. */
export const patternNames = {
  low_score: 'Critical score',
  declining: 'Score declines',
  unused_products: 'Products not used',
  no_use: 'No use at all',
  use_falls: 'Use falls',
  bookings_fall: 'Bookings fall, peers’ hold',
  forms_stopped: 'Forms stopped',
  payments_stopped: 'Payments stopped',
  messages_stopped: 'Messaging stopped',
  locations_quiet: 'Locations go quiet one by one',
  feeds_silent: 'Feeds silent',
  ticket_spike: 'Ticket spike',
  gave_up: 'Tickets stop after a spike',
  urgent_tickets: 'Urgent tickets',
  new_owner: 'Ownership changes',
  renewal_near: 'Renewal is near',
} as const;

export type PatternKey = keyof typeof patternNames;
export const patternKeys = Object.keys(patternNames) as [PatternKey, ...PatternKey[]];
