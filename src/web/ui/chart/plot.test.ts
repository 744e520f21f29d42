import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bandPath, clustered, linePath, monthTicks, niceCeiling } from './plot.ts';

it('breaks a line where a value is missing', () => {
  const points = [3, null, 4, 5.04, null].map((y, index) => ({ x: index * 10, y }));
  expect(linePath(points)).toBe('M0 3M20 4L30 5');
});

it('draws a band for each run of at least two points', () => {
  const at = (x: number, low: number | null, high: number | null) => ({ x, low, high });
  expect(bandPath([at(0, 1, 2), at(1, 1, 3), at(2, null, 3), at(3, 1, 2)])).toBe('M0 2L1 3L1 1L0 1Z');
  expect(bandPath([])).toBe('');
});

it.each([
  [0, 1],
  [-4, 1],
  [1, 1],
  [1.01, 1.2],
  [24, 25],
  [26, 30],
  [810, 1000],
  [0.031, 0.04],
])('ends an axis for %f at %f', (value, ceiling) => expect(niceCeiling(value)).toBeCloseTo(ceiling, 12));

it('names months where they begin, and January with its year', () => {
  const weeks = ['2025-12-14', '2025-12-21', '2025-12-28', '2026-01-04', '2026-01-11', '2026-01-18', '2026-01-25', '2026-02-01'];
  expect(monthTicks(weeks, (index) => index * 20, 40)).toEqual([
    { x: 60, label: 'Jan 2026' },
    { x: 140, label: 'Feb' },
  ]);
  expect(monthTicks(weeks, (index) => index * 5, 40).map(({ label }) => label)).toEqual(['Jan 2026']);
});

it('keeps every item in one group, and groups apart from each other', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 500 })), (places) => {
      const groups = clustered(
        places.map((x, item) => ({ x, item })),
        28,
      );
      expect(groups.flatMap(({ items }) => items).sort((a, b) => a - b)).toEqual(places.map((_, index) => index));
      const starts = groups.map(({ items }) => Math.min(...items.map((item) => places[item] ?? 0)));
      for (const [index, start] of starts.entries()) if (index > 0) expect(start - (starts[index - 1] ?? 0)).toBeGreaterThanOrEqual(28);
    }),
  );
});
