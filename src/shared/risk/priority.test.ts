import { expect, test } from 'vitest';
import { dollarsText, shareText } from '#shared/core/words.ts';
import { computePriority, estimateLossChance, findRenewalFactor } from './priority.ts';

test.each([
  [75, 0.05],
  [100, 0.05],
  [71.25, 0.05],
  [37.5, 0.5],
  [7.5, 0.9],
  [0, 0.9],
])('a score of %f is a chance of %f', (score, chance) =>
  expect(estimateLossChance(score, 75)).toBeCloseTo(chance, 12),
);

test('uses the given limit of Healthy', () => expect(estimateLossChance(50, 80)).toBe(0.38));

test('the printed factors multiply to the printed priority', () => {
  const chance = estimateLossChance(45.15, 75);
  expect([shareText(chance), dollarsText(13_248.4)]).toEqual(['40%', '$13,248']);
  expect(dollarsText(computePriority(chance, 13_248.4, 1.25))).toBe('$6,624');
});

test.each([
  ['2026-11-20', 1.5],
  ['2025-01-01', 1.5],
  ['2027-01-20', 1.5],
  ['2027-01-21', 1.25],
  ['2027-03-21', 1.25],
  ['2027-03-22', 1],
  [null, 1],
])('a renewal on %s has the factor %f', (day, factor) =>
  expect(findRenewalFactor(day, '2026-11-21')).toBe(factor),
);
