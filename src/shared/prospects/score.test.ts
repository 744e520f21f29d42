import { describe, expect, it } from 'vitest';
import {
  computeProspectScoreParts,
  defaultProspectScoreLimits as limits,
  type ProspectScoreFacts,
  type ProspectScorePartKey,
  sumProspectScore,
  sumUnknownPoints,
  defaultProspectScoreWeights as weights,
} from './score.ts';

const unknown: ProspectScoreFacts = {
  businessType: '',
  locationCount: null,
  ehr: null,
  isEhrInUse: false,
  hasOnlineBooking: null,
  phone: '860-555-0100',
  website: 'https://oak.example',
  openingHours: null,
  rating: null,
  totalRatings: null,
  medianRatings: null,
  healthyCustomerMiles: null,
  isPlacedByZip: false,
};

const partsOf = (facts: Partial<ProspectScoreFacts>) =>
  computeProspectScoreParts({ ...unknown, ...facts }, { weights, limits });
const pointsOf = (key: ProspectScorePartKey, facts: Partial<ProspectScoreFacts>) =>
  partsOf(facts).find((part) => part.key === key)?.points;

it('adds no points for unknown facts, and counts what they could add', () => {
  const parts = partsOf({});
  expect(sumProspectScore(parts)).toBe(0);
  const all = Object.values(weights).reduce((sum, points) => sum + points, 0);
  expect(sumUnknownPoints(parts)).toBe(all - weights.contact - weights.lowRating);
});

it('reaches 100 without the growth of reviews only when that is known', () => {
  const parts = partsOf({
    businessType: 'Dentist',
    locationCount: 1,
    ehr: 'Dentrix',
    isEhrInUse: true,
    hasOnlineBooking: false,
    phone: null,
    openingHours: ['Monday: 8:00 AM – 5:00 PM', 'Saturday: Closed'],
    totalRatings: 10_000,
    medianRatings: 10,
    healthyCustomerMiles: 0,
  });
  expect([sumProspectScore(parts), sumUnknownPoints(parts)]).toEqual([90, weights.growth]);
});

describe('the edges of parts', () => {
  it.each<[ProspectScorePartKey, Partial<ProspectScoreFacts>, number | null | undefined]>([
    ['type', { businessType: 'Restaurant' }, 0],
    ['size', { locationCount: 50 }, weights.size],
    ['size', { locationCount: 51 }, 0],
    ['ehr', { ehr: 'Unheard' }, 0],
    ['booking', { hasOnlineBooking: true }, 0],
    ['contact', { website: null }, weights.contact],
    ['hours', { openingHours: ['Sat: 9:00 AM – 1:00 PM'] }, 0],
    ['hours', { openingHours: ['Mon: 8:00 AM – 6:00 PM'] }, 0],
    ['reviews', { totalRatings: 10, medianRatings: 10 }, weights.reviews / 2],
    ['reviews', { totalRatings: 0, medianRatings: 0 }, 0],
    ['reviews', { totalRatings: 10 }, null],
    ['reach', { healthyCustomerMiles: 10 }, weights.reach],
    ['reach', { healthyCustomerMiles: 10.1 }, 0],
    ['lowRating', { rating: 3.4 }, -weights.lowRating],
    ['lowRating', { rating: 3.5 }, undefined],
  ])('%s of %j has %s points', (key, facts, points) => {
    expect(pointsOf(key, facts)).toBe(points);
  });
});

it('is never negative', () => {
  expect(sumProspectScore(partsOf({ rating: 1 }))).toBe(0);
});
