import { expect, test } from 'vitest';
import { defaultHealthRules, type HealthRules } from '#shared/core/scoring-rules.ts';
import { findRulesProblems } from './rules.ts';

const problemsOf = (changes: Partial<HealthRules>) =>
  findRulesProblems({ ...defaultHealthRules, ...changes }).map(
    ({ field, problem }) => `${field} ${problem}`,
  );

test('the default rules are valid', () => {
  expect(problemsOf({})).toEqual([]);
});

test.each<[string, Partial<HealthRules>, string[]]>([
  ['equal tier limits', { mediumFrom: 75 }, ['mediumFrom must be below the start of Healthy']],
  ['a tier limit above 100%', { healthyFrom: 100.5 }, ['healthyFrom must be from 1 to 100']],
  [
    'a limit that is not a number',
    { healthyFrom: Number.NaN },
    ['healthyFrom must be from 1 to 100', 'mediumFrom must be below the start of Healthy'],
  ],
  [
    'size limits out of order',
    { sizeTierFrom: { Medium: 6, Large: 6, Enterprise: 21 } },
    ['sizeTierFrom.Large must be above the start of Medium'],
  ],
  [
    'a size tier Small without locations',
    { sizeTierFrom: { Medium: 1, Large: 6, Enterprise: 21 } },
    ['sizeTierFrom.Medium must be from 2 to 1000'],
  ],
  ['a fractional number of peers', { minimumPeers: 20.5 }, ['minimumPeers must be a whole number']],
  [
    'a peer group so small that peers could be identified',
    { minimumPeers: 4 },
    ['minimumPeers must be from 5 to 500'],
  ],
  ['grace longer than a year', { graceDays: 366 }, ['graceDays must be from 0 to 365']],
  [
    'zero declining weeks',
    { decliningWeeksAtRisk: 0 },
    ['decliningWeeksAtRisk must be from 1 to 26'],
  ],
  ['coverage as a percentage', { minimumCoverage: 60 }, ['minimumCoverage must be from 0 to 1']],
  ['a weight of 0', { weights: { forms: 0 } }, ['weights.forms must be from 0.1 to 10']],
  [
    'a weight for a sub-product',
    { weights: { recalls: 2 } },
    ['weights.recalls is a sub-product, which has no weight'],
  ],
])('%s is refused', (_, changes, problems) => {
  expect(problemsOf(changes)).toEqual(problems);
});

test('the limits of each range are valid', () => {
  expect(
    problemsOf({
      minimumPeers: 5,
      graceDays: 0,
      flatBand: 0,
      decliningWeeksAtRisk: 1,
      minimumCoverage: 0,
      healthyFrom: 100,
      mediumFrom: 1,
    }),
  ).toEqual([]);
  expect(problemsOf({ weights: { forms: 0.1, payments: 10 } })).toEqual([]);
});
