/**
 * What the predictions know of a customer on a day: the last official week that had ended by then, and what was written before the day.
 * The order is that of the stored values; `sign` is the direction in which a feature may only raise (1) or lower (-1) the
 * chance of a loss, `most` the value beyond which more says nothing more, and `absent` what stands
 * for the model where it does not apply.
 */
export const churnFeatures = [
  { key: 'score', name: 'Adoption score', sign: -1 },
  { key: 'scoreChange', name: 'Change of score in 4 weeks', sign: 0 },
  { key: 'weeksDeclining', name: 'Weeks declining', sign: 1, most: 10 },
  { key: 'weeksAtRisk', name: 'Weeks at risk', sign: 0, most: 12 },
  { key: 'unusedProducts', name: 'Entitled products without use', sign: 1, most: 6 },
  { key: 'weeksUnused', name: 'Weeks without any use', sign: 1, most: 8 },
  { key: 'weeksSilent', name: 'Weeks without a report of any feed', sign: 0, most: 8 },
  { key: 'useRatio', name: 'Use, 4 weeks against the 8 before', sign: 0, most: 2 },
  { key: 'bookingsRatio', name: 'Bookings, 2 weeks against the 8 before', sign: 0, most: 2 },
  { key: 'peerBookingsRatio', name: 'Peers’ bookings against 8 weeks ago', sign: 0, most: 2 },
  { key: 'formsRatio', name: 'Forms, 4 weeks against the 8 before', sign: 0, most: 2 },
  { key: 'paymentsRatio', name: 'Payments, 4 weeks against the 8 before', sign: 0, most: 2 },
  { key: 'messagesRatio', name: 'Messages, 4 weeks against the 8 before', sign: 0, most: 2 },
  { key: 'quietLocations', name: 'Locations of the group that went quiet', sign: 0, most: 8, absent: 0 },
  { key: 'groupLocations', name: 'Locations of the group in use', sign: 0, most: 30, absent: 0 },
  { key: 'usualQuietShare', name: 'Share of the group’s locations that are usually quiet', sign: 0, absent: 0 },
  { key: 'tickets', name: 'Tickets in 28 days', sign: 0, most: 5 },
  { key: 'ticketsBefore', name: 'Tickets in the 56 days before', sign: 0, most: 8 },
  { key: 'usualTickets', name: 'Tickets in 28 days, usually', sign: 0, most: 4 },
  { key: 'urgentTickets', name: 'Urgent tickets in 56 days', sign: 1, most: 4 },
  { key: 'daysSinceOwnershipChange', name: 'Days since a ticket about a new owner', sign: 0 },
  { key: 'tenureDays', name: 'Days since go-live', sign: 0, most: 1500 },
  { key: 'coverage', name: 'Measurable share', sign: 0 },
  { key: 'renewalDays', name: 'Days until the renewal', sign: 0 },
] as const;

export type ChurnFeature = (typeof churnFeatures)[number]['key'];

/** null is not known, or does not apply. */
export type KnownFeatures = Record<ChurnFeature, number | null>;

const renewal: ChurnFeature = 'renewalDays';
/** The CRM keeps only what a renewal is today, so that past days know hardly any: it serves patterns, and no model. */
export const modelFeatures = churnFeatures.filter(({ key }) => key !== renewal);

/** Tickets are compared with those of so many days before the last 28. */
export const usualTicketDays = 168;
/** A ticket about a new owner counts for so long. */
export const ownershipDays = 126;
/** Groups are institutions of so many locations or more. */
export const groupFrom = 4;

/** The stored values by name. */
export function knownFeatures(values: readonly (number | null)[]): KnownFeatures {
  const known = {} as KnownFeatures;
  for (const [at, { key }] of churnFeatures.entries()) known[key] = values[at] ?? null;
  return known;
}
