/**
 * What the predictions know of a customer on a day: the last official week that had ended by then, and what was written before the day.
 * The order is that of the stored values; `sign` is the direction in which a feature may only raise (1) or lower (-1) the
 * chance of a loss, `most` the value beyond which more says nothing more, and `absent` what stands
 * for the model where it does not apply. A ratio of 1 time is no change.
 */
export const churnFeatures = [
  { key: 'score', name: 'Adoption score', unit: '%', sign: -1 },
  { key: 'scoreChange', name: 'Change of score in 4 weeks', unit: ' points', sign: 0 },
  { key: 'weeksDeclining', name: 'Weeks declining', unit: ' weeks', sign: 1, most: 10 },
  { key: 'weeksAtRisk', name: 'Weeks at risk', unit: ' weeks', sign: 0, most: 12 },
  { key: 'unusedProducts', name: 'Entitled products without use', unit: ' products', sign: 1, most: 6 },
  { key: 'weeksUnused', name: 'Weeks without any use', unit: ' weeks', sign: 1, most: 8 },
  { key: 'weeksSilent', name: 'Weeks without a report of any feed', unit: ' weeks', sign: 0, most: 8 },
  { key: 'useRatio', name: 'Use, 4 weeks against the 8 before', unit: ' times', sign: 0, most: 2 },
  { key: 'bookingsRatio', name: 'Bookings, 2 weeks against the 8 before', unit: ' times', sign: 0, most: 2 },
  { key: 'peerBookingsRatio', name: 'Peers’ bookings against 8 weeks ago', unit: ' times', sign: 0, most: 2 },
  { key: 'formsRatio', name: 'Forms, 4 weeks against the 8 before', unit: ' times', sign: 0, most: 2 },
  { key: 'paymentsRatio', name: 'Payments, 4 weeks against the 8 before', unit: ' times', sign: 0, most: 2 },
  { key: 'messagesRatio', name: 'Messages, 4 weeks against the 8 before', unit: ' times', sign: 0, most: 2 },
  { key: 'quietLocations', name: 'Locations of the group that went quiet', unit: ' locations', sign: 0, most: 8, absent: 0 },
  { key: 'groupLocations', name: 'Locations of the group in use', unit: ' locations', sign: 0, most: 30, absent: 0 },
  { key: 'usualQuietShare', name: 'Share of the group’s locations that are usually quiet', unit: ' of 1', sign: 0, absent: 0 },
  { key: 'tickets', name: 'Tickets in 28 days', unit: ' tickets', sign: 0, most: 5 },
  { key: 'ticketsBefore', name: 'Tickets in the 56 days before', unit: ' tickets', sign: 0, most: 8 },
  { key: 'usualTickets', name: 'Tickets in 28 days, usually', unit: ' tickets', sign: 0, most: 4 },
  { key: 'urgentTickets', name: 'Urgent tickets in 56 days', unit: ' tickets', sign: 1, most: 4 },
  { key: 'daysSinceOwnershipChange', name: 'Days since a ticket about a new owner', unit: ' days', sign: 0 },
  { key: 'tenureDays', name: 'Days since go-live', unit: ' days', sign: 0, most: 1500 },
  { key: 'coverage', name: 'Measurable share', unit: ' of 1', sign: 0 },
  { key: 'renewalDays', name: 'Days until the renewal', unit: ' days', sign: 0 },
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
