import { describe, expect, it, test } from 'vitest';
import {
  binShares,
  checkCountAgainstUsual,
  checkFeatureDrift,
  checkShareAgainstUsual,
  computeFeatureBins,
  populationStabilityIndex,
} from './checks.ts';

const seven = [100, 101, 99, 100, 100, 98, 103];

describe('a count', () => {
  test.each([
    [130, 'good'],
    [131, 'look'],
    [70, 'good'],
    [69, 'look'],
    [31, 'look'],
    [29, 'stop'],
    [0, 'stop'],
  ])('of %s where 100 are usual is %s', (value, verdict) =>
    expect(checkCountAgainstUsual('a', 'A', value, seven, true)).toMatchObject({
      usual: 100,
      verdict,
    }),
  );

  it('has no typical value before three runs, and stops only at zero', () => {
    expect(checkCountAgainstUsual('a', 'A', 5, [100, 100], true)).toMatchObject({
      usual: null,
      verdict: 'good',
    });
    expect(checkCountAgainstUsual('a', 'A', 0, [], true).verdict).toBe('stop');
    expect(checkCountAgainstUsual('a', 'A', 0, [], false).verdict).toBe('good');
  });

  it('may vary freely when it is small', () =>
    expect(checkCountAgainstUsual('a', 'A', 4, [10, 12, 9], false).verdict).toBe('good'));
});

test.each([
  [5, 'good'],
  [14, 'good'],
  [17, 'look'],
])('a share of %s of 100 where 5 are usual is %s', (part, verdict) =>
  expect(checkShareAgainstUsual('a', 'A', part, 100, [0.05, 0.05, 0.06])).toMatchObject({
    verdict,
  }),
);

describe('drift', () => {
  const values = Array.from({ length: 1000 }, (_, at) => at);
  it('is zero for equal values and major for shifted ones', () => {
    const bins = computeFeatureBins(values);
    expect(checkFeatureDrift('a', 'A', values, bins)).toMatchObject({ value: 0, verdict: 'good' });
    expect(
      checkFeatureDrift(
        'a',
        'A',
        values.map((value) => value + 500),
        bins,
      ).verdict,
    ).toBe('look');
    expect(
      checkFeatureDrift(
        'a',
        'A',
        values.map((value) => (value < 400 ? null : value)),
        bins,
      ).verdict,
    ).toBe('look');
  });

  it('is the sum of (now − then) · ln(now ÷ then)', () => {
    expect(populationStabilityIndex([0.5, 0.5], [0.6, 0.4])).toBeCloseTo(
      0.1 * Math.log(1.2) - 0.1 * Math.log(0.8),
      12,
    );
    expect(binShares([1, 2, 3, null], [2])).toEqual([0.25, 0.5, 0.25]);
  });
});
