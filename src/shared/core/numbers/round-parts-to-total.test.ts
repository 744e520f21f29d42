import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundPartsToTotal } from './round-parts-to-total.ts';

test.each([
  [[-6.14, -1.33, 0.04], -7.43, [-6.1, -1.3, 0]],
  [[0.05, 0.05], 0.1, [0.1, 0]],
  [[0.25, 0.25, 0.5], 1, [0.3, 0.2, 0.5]],
  [[], 0, []],
])('%j of %d', (parts, total, rounded) => {
  expect(roundPartsToTotal(parts, total, 1)).toEqual(rounded);
});

test('rounded parts add up to the rounded total and differ by at most one unit from the exact parts', () => {
  const part = fc.double({ min: -100, max: 100, noNaN: true });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), fc.nat(2), (parts, digits) => {
      const total = parts.reduce((sum, each) => sum + each, 0);
      const rounded = roundPartsToTotal(parts, total, digits);
      const unit = 10 ** digits;
      expect(rounded.reduce((sum, each) => sum + each * unit, 0)).toBeCloseTo(
        Math.round(total * unit),
        6,
      );
      for (const [index, each] of rounded.entries())
        expect(Math.abs(each - (parts[index] ?? 0)) * unit).toBeLessThanOrEqual(1 + 1e-9);
    }),
  );
});

test('rounded parts add up to the rounded total despite floating-point errors in the total', () => {
  expect(roundPartsToTotal([-0.9], 87.3 - 88.3, 1)).toEqual([-1]);
  expect(roundPartsToTotal([1, -2, 0.3], -0.8, 1)).toEqual([1, -2, 0.2]);
});
