import { expect, it } from 'vitest';
import { roundScore, scoreText } from './score-text.ts';
import { defaultHealthRules, healthTierOf } from './scoring-rules.ts';

it.each([
  [49.4, '49%'],
  [49.5, '49.5%'],
  [49.7, '49.7%'],
  [49.97, '49.9%'],
  [49.999, '49.9%'],
  [50, '50%'],
  [50.4, '50%'],
  [62.5, '63%'],
  [74.4, '74%'],
  [74.5, '74.5%'],
  [74.96, '74.9%'],
  [75, '75%'],
  [75.4, '75%'],
  [0, '0%'],
  [99.6, '100%'],
])('a score of %s is printed as %s', (score, text) => {
  expect(scoreText(score)).toBe(text);
});

it('never prints a score of one tier as a score of another', () => {
  for (let score = 49; score <= 76; score += 0.013)
    for (const digits of [0, 1])
      expect(healthTierOf(roundScore(score, digits), defaultHealthRules)).toBe(
        healthTierOf(score, defaultHealthRules),
      );
});

it('compares with the limits of the week', () => {
  const limits = { mediumFrom: 40, healthyFrom: 80 };
  expect(scoreText(79.6, limits)).toBe('79.6%');
  expect(scoreText(49.6, limits)).toBe('50%');
});
