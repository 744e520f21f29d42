import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/core/dates.ts';
import {
  axisFontSize,
  bandPath,
  createValueScale,
  createWeekScale,
  estimateTextWidth,
  findFreeBox,
  groupNearbyItems,
  linePath,
  monthAxisTicks,
  niceCeiling,
  spreadLineEndLabels,
  valueTicksUpTo,
  withoutOverlaps,
  zoomedValueTicks,
} from './plot.ts';

it('maps 0 to the bottom and the highest value to the top', () => {
  const y = createValueScale({ top: 10, bottom: 110 }, 50);
  expect([0, 25, 50].map(y)).toEqual([110, 60, 10]);
});

it('spreads weeks evenly, and finds the nearest from anywhere', () => {
  const { at, nearest } = createWeekScale(40, 100, 4);
  expect([0, 1, 2, 3].map(at)).toEqual([40, 60, 80, 100]);
  expect([-500, 40, 49, 51, 99, 500].map(nearest)).toEqual([0, 0, 0, 1, 3, 3]);
});

it.each([
  [40, 100],
  [70, 70],
])('places a single week at the last position, between %d and %d', (first, last) => {
  const { at, nearest } = createWeekScale(first, last, 1);
  expect(at(0)).toBe(last);
  expect([-500, first, last, 500].map(nearest)).toEqual([0, 0, 0, 0]);
});

it('breaks a line where a value is missing', () => {
  const points = [3, null, 4, 5.04, null].map((y, index) => ({ x: index * 10, y }));
  expect(linePath(points)).toBe('M0 3M20 4L30 5');
});

it('draws a band for each run of at least two points', () => {
  const at = (x: number, low: number | null, high: number | null) => ({ x, low, high });
  expect(bandPath([at(0, 1, 2), at(1, 1, 3), at(2, null, 3), at(3, 1, 2)])).toBe(
    'M0 2L1 3L1 1L0 1Z',
  );
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
])('ends an axis for %f at %f', (value, ceiling) =>
  expect(niceCeiling(value)).toBeCloseTo(ceiling, 12),
);

it.each([
  [0, [0, 1]],
  [-4, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [4.1, [0, 2, 4, 6]],
  [1447, [0, 500, 1000, 1500]],
])('has ticks from 0 to %f', (highest, ticks) =>
  expect(valueTicksUpTo(highest, false)).toEqual(ticks),
);

it.each([
  [0, [0, 25, 50, 75, 100]],
  [100, [0, 25, 50, 75, 100]],
  [100.1, [0, 50, 100, 150]],
])('has ticks for percentages up to %f', (highest, ticks) =>
  expect(valueTicksUpTo(highest, true)).toEqual(ticks),
);

describe('months', () => {
  const weeks = [
    '2025-12-14',
    '2025-12-21',
    '2025-12-28',
    '2026-01-04',
    '2026-01-11',
    '2026-01-18',
    '2026-01-25',
    '2026-02-01',
  ];

  it('are labeled at their start, January with its year', () => {
    expect(monthAxisTicks(weeks, (index) => index * 20, 400)).toEqual([
      { x: 60, label: 'Jan 2026' },
      { x: 140, label: 'Feb' },
    ]);
  });

  it('are omitted too close to the previous one', () => {
    const labels = (apart: number) =>
      monthAxisTicks(weeks, (index) => 60 + index * apart, 400).map(({ label }) => label);
    expect(labels(11)).toEqual(['Jan 2026', 'Feb']);
    expect(labels(10.9)).toEqual(['Jan 2026']);
  });

  it('are entirely inside the chart', () => {
    for (const [label, place] of [
      ['Jan 2026', 3],
      ['Feb', 397],
    ] as const) {
      const [tick] = monthAxisTicks(
        label === 'Feb' ? weeks.slice(6) : weeks.slice(0, 4),
        () => place,
        400,
      );
      expect(tick?.label).toBe(label);
      expect(tick?.x).toBeGreaterThanOrEqual(estimateTextWidth(label, 11) / 2);
      expect(tick?.x).toBeLessThanOrEqual(400 - estimateTextWidth(label, 11) / 2);
    }
  });
});

describe('labels at the ends of lines', () => {
  const lowest = 166;
  const moved = (places: readonly number[]) =>
    spreadLineEndLabels(
      places.map((at, line) => ({ at, line })),
      lowest,
    ).toSorted((one, other) => one.line - other.line);

  it('keep their position when far enough apart', () =>
    expect(moved([lowest, 10, 25]).map(({ at }) => at)).toEqual([lowest, 10, 25]));

  it('move down, or up from the bottom, to make room', () => {
    expect(moved([50, 52]).map(({ at }) => at)).toEqual([50, 65]);
    expect(moved([166, 166, 160]).map(({ at }) => at)).toEqual([151, 166, 136]);
  });

  it('never overlap, never go below the bottom and keep their order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: lowest })), (places) => {
        const labels = moved(places).toSorted((one, other) => one.at - other.at);
        for (const [index, { at, line }] of labels.entries()) {
          const above = labels[index - 1];
          expect(at).toBeLessThanOrEqual(lowest);
          if (above === undefined) continue;
          expect(at - above.at).toBeGreaterThanOrEqual(15);
          expect(places[above.line]).toBeLessThanOrEqual(places[line] ?? 0);
        }
        expect(labels).toHaveLength(places.length);
      }),
    );
  });
});

it('keeps every item in one group, and groups apart from each other', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 500 })), (places) => {
      const groups = groupNearbyItems(
        places.map((x, item) => ({ x, item })),
        28,
      );
      expect(groups.flatMap(({ items }) => items).sort((a, b) => a - b)).toEqual(
        places.map((_, index) => index),
      );
      for (const [index, { x }] of groups.entries())
        if (index > 0) expect(x - (groups[index - 1]?.x ?? 0)).toBeGreaterThanOrEqual(28);
    }),
  );
});

it.each([
  ['a nearly constant score', 75.2, 76.9, [75, 75.5, 76, 76.5, 77]],
  ['a nearly constant large count', 2310, 2365, [2300, 2320, 2340, 2360, 2380]],
  ['a line that changes a lot', 220, 314, undefined],
  ['a line at 0', 0, 0, undefined],
])('zoomed ticks of %s', (_, lowest, highest, ticks) =>
  expect(zoomedValueTicks(lowest, highest)).toEqual(ticks),
);

describe('a box beside a line', () => {
  const box = (x: number, y: number) => ({ x, y, width: 50, height: 14 });
  it('is the first one that the line does not cross', () => {
    const line = [
      { x: 0, y: 10 },
      { x: 100, y: 90 },
    ];
    expect(findFreeBox([box(0, 30), box(0, 80)], line)).toEqual(box(0, 80));
    expect(findFreeBox([box(0, 30), box(20, 60)], line)).toEqual(box(0, 30));
    expect(findFreeBox([box(0, 30)], [{ x: 25, y: null }])).toEqual(box(0, 30));
    expect(findFreeBox([box(0, 30), box(60, 30)], [{ x: 25, y: 25 }])).toEqual(box(60, 30));
  });

  it('contains no point of the line if any box is clear', () => {
    const values = fc.array(fc.option(fc.integer({ min: 0, max: 100 })), {
      minLength: 2,
      maxLength: 30,
    });
    fc.assert(
      fc.property(values, (heights) => {
        const line = heights.map((y, index) => ({ x: index * 10, y }));
        const isInside = ({ x, y, width, height }: ReturnType<typeof box>) =>
          line.some(
            (point) =>
              point.y !== null &&
              point.x >= x &&
              point.x <= x + width &&
              point.y < y &&
              point.y > y - height,
          );
        const boxes = [box(0, 20), box(0, 95), box(120, 50), box(290, 14)] as const;
        const isCrossed = (each: ReturnType<typeof box>) =>
          findFreeBox([each, box(9999, 0)], line) !== each;
        if (!boxes.every(isCrossed)) expect(isInside(findFreeBox(boxes, line))).toBe(false);
      }),
    );
  });
});

it('never overlaps month labels or places them outside the chart', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 120, max: 1600 }),
      fc.integer({ min: 1, max: 110 }),
      fc.date({ min: new Date('2020-01-05'), max: new Date('2040-01-01'), noInvalidDate: true }),
      (width, count, from) => {
        const first = from.toISOString().slice(0, 10);
        const all = Array.from({ length: count }, (_, index) => addDays(first, index * 7));
        const ticks = monthAxisTicks(all, createWeekScale(40, width - 10, count).at, width);
        for (const [index, { x, label }] of ticks.entries()) {
          const half = estimateTextWidth(label, axisFontSize) / 2;
          expect(x - half).toBeGreaterThanOrEqual(0);
          expect(x + half).toBeLessThanOrEqual(width);
          const before = ticks[index - 1];
          if (before !== undefined)
            expect(x - half).toBeGreaterThan(
              before.x + estimateTextWidth(before.label, axisFontSize) / 2,
            );
        }
      },
    ),
  );
});

it('keeps every value of a zoomed line in the plot area, with few ticks', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 1e7, noNaN: true }),
      fc.double({ min: 0, max: 0.0999, noNaN: true }),
      (highest, part) => {
        const lowest = highest * (1 - part);
        const ticks = zoomedValueTicks(lowest, highest) ?? [];
        expect(ticks[0]).toBeLessThanOrEqual(lowest * (1 + 1e-9));
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest * (1 - 1e-9));
        expect(ticks.length).toBeGreaterThan(1);
        expect(ticks.length).toBeLessThan(9);
      },
    ),
  );
});

it('omits labels that would overlap an earlier, more important one', () => {
  const tick = (x: number, label: string) => ({ x, label });
  // '× 0.25' is 6 characters of about 6.3 px, '× 1' is 3.
  const kept = withoutOverlaps([
    tick(100, '× 1'),
    tick(70, '× 0.5'),
    tick(66, '× 0.25'),
    tick(125, '× 2'),
    tick(150, '× 4'),
  ]);
  expect(kept.map(({ label }) => label)).toEqual(['× 1', '× 4']);
  expect(withoutOverlaps([tick(100, '× 1'), tick(60, '× 0.5')])).toHaveLength(2);
});
