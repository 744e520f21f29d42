import { createValueRenamer } from '#shared/list/column.ts';

/** Names of the warning patterns. The definitions in `patterns.ts` are loaded on demand. */
export const patternNames = {
  low_score: 'Critical score',
  declining: 'Score declining',
  unused_products: 'Products not used',
  no_use: 'No usage at all',
  use_falls: 'Usage falling',
  bookings_fall: 'Bookings down while peers are steady',
  forms_stopped: 'Forms stopped',
  payments_stopped: 'Payments stopped',
  messages_stopped: 'Messaging stopped',
  locations_quiet: 'Locations going quiet',
  feeds_silent: 'Connections silent',
  ticket_spike: 'Ticket spike',
  gave_up: 'Tickets stopped after a spike',
  urgent_tickets: 'Urgent tickets',
  new_owner: 'Ownership change',
  renewal_near: 'Renewal near',
} as const;

export type PatternKey = keyof typeof patternNames;
export const patternKeys = Object.keys(patternNames) as [PatternKey, ...PatternKey[]];

/** Returns the current name of a pattern for its former name. */
export const renameFormerPattern = createValueRenamer({
  'Score declines': patternNames.declining,
  'No use at all': patternNames.no_use,
  'Use falls': patternNames.use_falls,
  'Bookings fall, peers’ hold': patternNames.bookings_fall,
  'Locations go quiet one by one': patternNames.locations_quiet,
  'Feeds silent': patternNames.feeds_silent,
  'Tickets stop after a spike': patternNames.gave_up,
  'Ownership changes': patternNames.new_owner,
  'Renewal is near': patternNames.renewal_near,
});
