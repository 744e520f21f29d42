import { countText, shareText } from '#shared/core/words.ts';
import { binomialTail } from './binomial.ts';
import {
  type ChurnFeatureValues,
  minimumGroupLocations,
  ownershipTicketCountedDays,
} from './features.ts';
import { type PatternKey, patternKeys } from './pattern-names.ts';

/**
 * Observed value and normal value of a pattern, and the minimum number of days for which it has
 * lasted; `days` is `null` when unknown.
 */
export interface PatternEvidence {
  value: string;
  normal: string;
  days: number | null;
}

interface Pattern {
  /** Definition of the pattern in a sentence. */
  meaning: string;
  /** Returns the evidence, or `null` when the pattern is absent or unknown. */
  find: (known: ChurnFeatureValues) => PatternEvidence | null;
}

/**
 * Score, in percent of benchmark, below which a score is critical. The simple rule flags customers
 * below this score.
 */
export const lowScoreLimit = 50;

const limits = {
  decliningWeeks: 3,
  unusedProducts: 2,
  weeksWithoutUse: 2,
  useFallsTo: 0.7,
  peersHold: 0.9,
  stoppedAt: 0.1,
  silentWeeks: 2,
  spike: { tickets: 3, times: 2.5 },
  urgent: 2,
  renewalDays: 60,
  quiet: { locations: 2, chance: 0.05, usual: 0.05 },
} as const;

const stopped = (
  name: string,
  unit: string,
  ratioOf: (known: ChurnFeatureValues) => number | null,
): Pattern => ({
  meaning: `${name} per week of the last 4 weeks are at most ${shareText(limits.stoppedAt)} of the previous 8 weeks.`,
  find(known) {
    const ratio = ratioOf(known);
    if (ratio === null || ratio > limits.stoppedAt) return null;
    return {
      value: `${shareText(ratio)} of usual ${unit}`,
      normal: `over ${shareText(limits.useFallsTo)}`,
      days: 28,
    };
  },
});

/**
 * Definitions of the warning patterns. Each uses only features known on a day, so that patterns can
 * also be detected on past days.
 */
export const patternDefinitions: Record<PatternKey, Pattern> = {
  low_score: {
    meaning: `The adoption score is below ${lowScoreLimit}.`,
    // `days` stays unknown: the number of weeks at risk also includes weeks in which the score was
    // only declining.
    find: ({ score }) =>
      score === null || score >= lowScoreLimit
        ? null
        : { value: `score ${Math.floor(score)}`, normal: `${lowScoreLimit} or more`, days: null },
  },
  declining: {
    meaning: `The adoption score has been declining for ${limits.decliningWeeks} weeks or more.`,
    find: ({ weeksDeclining, scoreChange }) =>
      weeksDeclining === null || weeksDeclining < limits.decliningWeeks
        ? null
        : {
            value: `${countText(weeksDeclining, 'week')}${scoreChange === null || scoreChange >= 0 ? '' : `, down ${Math.round(-scoreChange)} points in the last 4 weeks`}`,
            normal: `under ${limits.decliningWeeks} weeks`,
            days: weeksDeclining * 7,
          },
  },
  unused_products: {
    meaning: `At least ${limits.unusedProducts} of the products that the customer is entitled to are not used.`,
    find: ({ unusedProducts }) =>
      unusedProducts === null || unusedProducts < limits.unusedProducts
        ? null
        : {
            value: countText(unusedProducts, 'product'),
            normal: `under ${limits.unusedProducts}`,
            days: null,
          },
  },
  no_use: {
    meaning: `The customer has used no product for ${limits.weeksWithoutUse * 7} days or more, although its connections report.`,
    find: ({ weeksUnused }) =>
      weeksUnused === null || weeksUnused < limits.weeksWithoutUse
        ? null
        : {
            value: countText(weeksUnused, 'week'),
            normal: 'usage every week',
            days: weeksUnused * 7,
          },
  },
  use_falls: {
    meaning: `Weekly usage of the last 4 weeks is at most ${shareText(limits.useFallsTo)} of the previous 8 weeks.`,
    find: ({ useRatio }) =>
      useRatio === null || useRatio > limits.useFallsTo
        ? null
        : {
            value: `${shareText(useRatio)} of usual usage`,
            normal: `over ${shareText(limits.useFallsTo)}`,
            days: 28,
          },
  },
  bookings_fall: {
    meaning: `Bookings in the last 2 weeks are at least 30% below the customer’s 8-week median, while its peers’ bookings are down by at most 10%.`,
    find: ({ bookingsRatio, peerBookingsRatio }) =>
      bookingsRatio === null ||
      bookingsRatio > limits.useFallsTo ||
      (peerBookingsRatio !== null && peerBookingsRatio < limits.peersHold)
        ? null
        : {
            value: `${shareText(bookingsRatio)} of its median${peerBookingsRatio === null ? '' : `, peers ${shareText(peerBookingsRatio)}`}`,
            normal: `over ${shareText(limits.useFallsTo)}`,
            days: 14,
          },
  },
  forms_stopped: stopped('Forms', 'forms', ({ formsRatio }) => formsRatio),
  payments_stopped: stopped('Payments', 'payments', ({ paymentsRatio }) => paymentsRatio),
  messages_stopped: stopped('Messaging', 'messages', ({ messagesRatio }) => messagesRatio),
  locations_quiet: {
    meaning: `In a group of ${minimumGroupLocations} or more locations, unusually many locations are below half of their usual usage. In 19 of 20 weeks, the group has fewer such locations.`,
    find({ quietLocations, groupLocations, usualQuietShare }) {
      if (
        quietLocations === null ||
        groupLocations === null ||
        groupLocations < minimumGroupLocations
      )
        return null;
      const usual = Math.max(limits.quiet.usual, usualQuietShare ?? 0);
      if (quietLocations < limits.quiet.locations || quietLocations >= groupLocations) return null;
      if (usual >= 1 || binomialTail(quietLocations, groupLocations, usual) >= limits.quiet.chance)
        return null;
      return {
        value: `${quietLocations} of ${groupLocations} locations`,
        normal: `about ${shareText(usual)} of them`,
        days: 28,
      };
    },
  },
  feeds_silent: {
    meaning: `No connection reported for ${limits.silentWeeks} weeks or more.`,
    find: ({ weeksSilent }) =>
      weeksSilent === null || weeksSilent < limits.silentWeeks
        ? null
        : {
            value: countText(weeksSilent, 'week'),
            normal: 'a report every week',
            days: weeksSilent * 7,
          },
  },
  ticket_spike: {
    meaning: `The customer opened at least ${limits.spike.tickets} tickets in 28 days, and at least ${limits.spike.times} times as many as usual.`,
    find: ({ tickets, usualTickets }) =>
      tickets === null ||
      tickets < limits.spike.tickets ||
      tickets < limits.spike.times * (usualTickets ?? 0)
        ? null
        : {
            value: `${countText(tickets, 'ticket')} in 28 days`,
            normal: (usualTickets ?? 0).toFixed(1),
            days: 28,
          },
  },
  gave_up: {
    meaning:
      'The customer opened no ticket in the last 28 days, after a spike of tickets in the 8 weeks before.',
    find: ({ tickets, ticketsBefore, usualTickets }) =>
      tickets !== 0 ||
      ticketsBefore === null ||
      ticketsBefore < limits.spike.tickets ||
      ticketsBefore < 2 * limits.spike.times * ((usualTickets ?? 0) - ticketsBefore / 6)
        ? null
        : { value: `no tickets after ${ticketsBefore}`, normal: 'no spike', days: 28 },
  },
  urgent_tickets: {
    meaning: `The customer opened at least ${limits.urgent} tickets of high priority in 56 days.`,
    find: ({ urgentTickets }) =>
      urgentTickets === null || urgentTickets < limits.urgent
        ? null
        : { value: `${urgentTickets} in 56 days`, normal: `under ${limits.urgent}`, days: 56 },
  },
  new_owner: {
    meaning: `The customer opened a ticket about a change of practice ownership in the last ${ownershipTicketCountedDays} days.`,
    find: ({ daysSinceOwnershipChange }) =>
      daysSinceOwnershipChange === null
        ? null
        : {
            value: `${countText(daysSinceOwnershipChange, 'day')} ago`,
            normal: 'no change of ownership',
            days: daysSinceOwnershipChange,
          },
  },
  renewal_near: {
    meaning: `The open renewal is due within ${limits.renewalDays} days.`,
    find: ({ renewalDays }) =>
      renewalDays === null || renewalDays > limits.renewalDays
        ? null
        : {
            value: `in ${countText(renewalDays, 'day')}`,
            normal: `over ${limits.renewalDays} days`,
            days: null,
          },
  },
};

/** Returns the patterns found in the features, without muted patterns. */
export const findPatterns = (
  known: ChurnFeatureValues,
  muted: ReadonlySet<string> = new Set(),
): PatternKey[] =>
  patternKeys.filter((key) => !muted.has(key) && patternDefinitions[key].find(known) !== null);
