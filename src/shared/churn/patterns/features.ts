/**
 * Features of a customer on a day. They are computed from the last official week that had ended and
 * from records written before the day. Feature values are stored in the order of this list. `sign`
 * restricts a feature's effect: with 1, a higher value can only raise the chance of a loss; with
 * −1, it can only lower the chance. `most` caps the value. `absent` replaces a value that doesn't
 * apply. A ratio of 1 means no change.
 */
export const churnFeatures = [
  { key: 'score', name: 'Adoption score', unit: '%', sign: -1 },
  { key: 'scoreChange', name: 'Score change in 4 weeks', unit: ' points', sign: 0 },
  { key: 'weeksDeclining', name: 'Weeks declining', unit: ' weeks', sign: 1, most: 10 },
  { key: 'weeksAtRisk', name: 'Weeks at risk', unit: ' weeks', sign: 0, most: 12 },
  {
    key: 'unusedProducts',
    name: 'Entitled products without usage',
    unit: ' products',
    sign: 1,
    most: 6,
  },
  { key: 'weeksUnused', name: 'Weeks without usage', unit: ' weeks', sign: 1, most: 8 },
  {
    key: 'weeksSilent',
    name: 'Weeks without a report from any connection',
    unit: ' weeks',
    sign: 0,
    most: 8,
  },
  {
    key: 'useRatio',
    name: 'Usage trend (4 weeks vs. previous 8)',
    unit: ' times',
    sign: 0,
    most: 2,
  },
  {
    key: 'bookingsRatio',
    name: 'Bookings trend (2 weeks vs. previous 8)',
    unit: ' times',
    sign: 0,
    most: 2,
  },
  {
    key: 'peerBookingsRatio',
    name: 'Peers’ bookings vs. 8 weeks ago',
    unit: ' times',
    sign: 0,
    most: 2,
  },
  {
    key: 'formsRatio',
    name: 'Forms trend (4 weeks vs. previous 8)',
    unit: ' times',
    sign: 0,
    most: 2,
  },
  {
    key: 'paymentsRatio',
    name: 'Payments trend (4 weeks vs. previous 8)',
    unit: ' times',
    sign: 0,
    most: 2,
  },
  {
    key: 'messagesRatio',
    name: 'Messages trend (4 weeks vs. previous 8)',
    unit: ' times',
    sign: 0,
    most: 2,
  },
  {
    key: 'quietLocations',
    name: 'Group locations that went quiet',
    unit: ' locations',
    sign: 0,
    most: 8,
    absent: 0,
  },
  {
    key: 'groupLocations',
    name: 'Group locations in use',
    unit: ' locations',
    sign: 0,
    most: 30,
    absent: 0,
  },
  {
    key: 'usualQuietShare',
    name: 'Usual share of quiet group locations',
    unit: ' of 1',
    sign: 0,
    absent: 0,
  },
  { key: 'tickets', name: 'Tickets in 28 days', unit: ' tickets', sign: 0, most: 5 },
  {
    key: 'ticketsBefore',
    name: 'Tickets in the 56 days before',
    unit: ' tickets',
    sign: 0,
    most: 8,
  },
  { key: 'usualTickets', name: 'Typical tickets in 28 days', unit: ' tickets', sign: 0, most: 4 },
  { key: 'urgentTickets', name: 'Urgent tickets in 56 days', unit: ' tickets', sign: 1, most: 4 },
  {
    key: 'daysSinceOwnershipChange',
    name: 'Days since a ticket on new ownership',
    unit: ' days',
    sign: 0,
  },
  { key: 'tenureDays', name: 'Days since go-live', unit: ' days', sign: 0, most: 1500 },
  { key: 'coverage', name: 'Measurable share', unit: ' of 1', sign: 0 },
  { key: 'renewalDays', name: 'Days until the renewal', unit: ' days', sign: 0 },
] as const;

export type ChurnFeatureKey = (typeof churnFeatures)[number]['key'];

/** Value of each feature; `null` when unknown or not applicable. */
export type ChurnFeatureValues = Record<ChurnFeatureKey, number | null>;

const renewal: ChurnFeatureKey = 'renewalDays';
/**
 * Features used by the model. The renewal date is left out, because the CRM stores no history of
 * renewal dates. Only warning patterns use the renewal date.
 */
export const modelFeatures = churnFeatures.filter(({ key }) => key !== renewal);

/**
 * Length in days of the period that determines a customer's typical number of tickets. The period
 * ends 28 days before the feature's day.
 */
export const typicalTicketPeriodDays = 168;
/** Number of days for which a ticket about a change of ownership counts. */
export const ownershipTicketCountedDays = 126;
/** Minimum number of locations at which a customer counts as a group. */
export const minimumGroupLocations = 4;

/** Converts stored feature values to an object by feature name. */
export function mapFeatureValuesByKey(values: readonly (number | null)[]): ChurnFeatureValues {
  const known = {} as ChurnFeatureValues;
  for (const [at, { key }] of churnFeatures.entries()) known[key] = values[at] ?? null;
  return known;
}
