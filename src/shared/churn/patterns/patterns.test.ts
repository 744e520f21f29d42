import { describe, expect, it, test } from 'vitest';
import { binomialTail } from './binomial.ts';
import { type ChurnFeatureValues, churnFeatures, mapFeatureValuesByKey } from './features.ts';
import { type PatternKey, patternKeys } from './pattern-names.ts';
import { findPatterns, patternDefinitions } from './patterns.ts';

const unknown = mapFeatureValuesByKey([]);
const known = (facts: Partial<ChurnFeatureValues>): ChurnFeatureValues => ({
  ...unknown,
  ...facts,
});

test('unknown features match no pattern', () => expect(findPatterns(unknown)).toEqual([]));

test('there are at most 24 features with unique names', () => {
  expect(churnFeatures.length).toBeLessThanOrEqual(24);
  expect(new Set(churnFeatures.map(({ key }) => key)).size).toBe(churnFeatures.length);
});

describe('each pattern is found at its limit but not beyond it', () => {
  test.each<[PatternKey, Partial<ChurnFeatureValues>, Partial<ChurnFeatureValues>]>([
    ['low_score', { score: 49.999 }, { score: 50 }],
    ['declining', { weeksDeclining: 3 }, { weeksDeclining: 2 }],
    ['unused_products', { unusedProducts: 2 }, { unusedProducts: 1 }],
    ['no_use', { weeksUnused: 2 }, { weeksUnused: 1 }],
    ['use_falls', { useRatio: 0.7 }, { useRatio: 0.701 }],
    [
      'bookings_fall',
      { bookingsRatio: 0.7, peerBookingsRatio: 0.9 },
      { bookingsRatio: 0.7, peerBookingsRatio: 0.899 },
    ],
    ['bookings_fall', { bookingsRatio: 0.7 }, { bookingsRatio: 0.701 }],
    ['forms_stopped', { formsRatio: 0.1 }, { formsRatio: 0.11 }],
    ['payments_stopped', { paymentsRatio: 0 }, { paymentsRatio: 0.5 }],
    ['messages_stopped', { messagesRatio: 0.05 }, { messagesRatio: 0.2 }],
    [
      'locations_quiet',
      { quietLocations: 3, groupLocations: 14, usualQuietShare: 0.02 },
      { quietLocations: 3, groupLocations: 14, usualQuietShare: 0.2 },
    ],
    [
      'locations_quiet',
      { quietLocations: 3, groupLocations: 4, usualQuietShare: 0 },
      { quietLocations: 4, groupLocations: 4, usualQuietShare: 0 },
    ],
    [
      'locations_quiet',
      { quietLocations: 2, groupLocations: 4, usualQuietShare: 0 },
      { quietLocations: 2, groupLocations: 3, usualQuietShare: 0 },
    ],
    ['feeds_silent', { weeksSilent: 2 }, { weeksSilent: 1 }],
    ['ticket_spike', { tickets: 3, usualTickets: 1.2 }, { tickets: 3, usualTickets: 1.3 }],
    [
      'gave_up',
      { tickets: 0, ticketsBefore: 4, usualTickets: 1 },
      { tickets: 1, ticketsBefore: 4, usualTickets: 1 },
    ],
    ['urgent_tickets', { urgentTickets: 2 }, { urgentTickets: 1 }],
    ['new_owner', { daysSinceOwnershipChange: 0 }, { daysSinceOwnershipChange: null }],
    ['renewal_near', { renewalDays: 60 }, { renewalDays: 61 }],
  ])('%s: %o, but not %o', (key, there, notThere) => {
    expect(patternDefinitions[key].find(known(there))).not.toBeNull();
    expect(patternDefinitions[key].find(known(notThere))).toBeNull();
  });

  test('every pattern is defined in a sentence', () => {
    for (const key of patternKeys)
      expect(patternDefinitions[key].meaning).toMatch(/^[A-Z0-9].*\.$/);
  });
});

it('skips muted patterns', () => {
  const facts = known({ score: 20, weeksDeclining: 4, weeksUnused: 3 });
  expect(findPatterns(facts)).toEqual(['low_score', 'declining', 'no_use']);
  expect(findPatterns(facts, new Set(['declining']))).toEqual(['low_score', 'no_use']);
});

it('reports the value, the normal value and the start', () => {
  expect(
    patternDefinitions.declining.find(known({ weeksDeclining: 4, scoreChange: -12.4 })),
  ).toEqual({
    value: '4 weeks, down 12 points in the last 4 weeks',
    normal: 'under 3 weeks',
    days: 28,
  });
  expect(
    patternDefinitions.locations_quiet.find(
      known({ quietLocations: 3, groupLocations: 14, usualQuietShare: 0.02 }),
    ),
  ).toMatchObject({
    value: '3 of 14 locations',
    normal: 'about 5% of them',
  });
});

test.each([
  [0, 10, 0.1, 1],
  [1, 10, 0.1, 1 - 0.9 ** 10],
  [10, 10, 0.5, 0.5 ** 10],
  [3, 14, 0.05, 0.0301],
])('%s or more of %s at %s has the chance %s', (hits, tries, chance, tail) =>
  expect(binomialTail(hits, tries, chance)).toBeCloseTo(tail, 4),
);
