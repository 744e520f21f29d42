import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { milesBetween } from '#shared/core/numbers/miles.ts';
import { encodeTierAndGrace, tierOfMarkKind } from '#shared/map/marks.ts';
import { createTestPractice, createTestProspect } from '#test/search-cases.ts';
import {
  computeMainBounds,
  computeMarkKindVisibility,
  computePointTierIndexes,
  computePointVisibility,
  createPracticePoints,
  createProspectPoints,
  findPointIndexesWithin,
  findUnplottableReason,
  hasPointWithin,
  parseCoordinate,
  sortLongitudesFromGap,
} from './point-table.ts';

const at = (locationId: number, longitude: number | null, latitude: number | null) =>
  createTestPractice({ locationId, longitude, latitude });

describe('plottable rows', () => {
  it.each([
    [null, 40, 'missing'],
    [-90, null, 'missing'],
    [Number.NaN, 40, 'missing'],
    [-90, Number.POSITIVE_INFINITY, 'missing'],
    [0, 0, 'origin'],
    [-181, 40, 'outside'],
    [-90, 90, 'outside'],
    [-90, -86, 'outside'],
    [-180, 85, null],
    [0, 51.5, null],
    [-90, 0, null],
  ])('%s, %s: %s', (longitude, latitude, because) => {
    expect(findUnplottableReason(longitude, latitude)).toBe(because);
  });

  it('splits the list and keeps its order', () => {
    const { points, unplottable } = createPracticePoints([
      at(1, -90, 40),
      at(2, null, null),
      at(3, -80, 30),
      at(4, 0, 0),
      at(5, 500, 1),
    ]);
    expect(points.rows.map(({ locationId }) => locationId)).toEqual([1, 3]);
    expect([...points.longitude.slice(0, 2)]).toEqual([-90, -80]);
    expect(unplottable.map(({ row, because }) => [row.locationId, because])).toEqual([
      [2, 'missing'],
      [4, 'origin'],
      [5, 'outside'],
    ]);
  });

  it('accepts coordinates as text and rejects invalid text', () => {
    const places = [
      { longitude: '-97.74', latitude: ' 30.27 ' },
      { longitude: '', latitude: '30' },
      { longitude: 'west', latitude: '30' },
      { longitude: null, latitude: null },
      { longitude: -97, latitude: 30 },
    ];
    const { points, unplottable } = createProspectPoints(
      places.map((place, prospectId) => createTestProspect({ prospectId, ...place })),
    );
    expect(points.rows.map(({ prospectId }) => prospectId)).toEqual([0, 4]);
    expect(points.latitude[0]).toBe(30.27);
    expect(unplottable).toHaveLength(3);
    expect([parseCoordinate('1e999'), parseCoordinate('0x10'), parseCoordinate('  ')]).toEqual([
      null,
      16,
      null,
    ]);
  });
});

describe('kinds', () => {
  it('distinguish tier and grace', () => {
    const visible = computeMarkKindVisibility(new Set(['Critical'] as const), false);
    expect(visible[encodeTierAndGrace('Critical', false)]).toBe(true);
    expect(visible[encodeTierAndGrace('Critical', true)]).toBe(false);
    expect(visible[encodeTierAndGrace('Healthy', false)]).toBe(false);
    expect(tierOfMarkKind(encodeTierAndGrace('Medium', true))).toBe('Medium');
    const inGrace = computeMarkKindVisibility(new Set(), true);
    expect(inGrace.flatMap((isShown, kind) => (isShown ? [kind] : []))).toEqual(
      (['Healthy', 'Medium', 'Critical', 'Unknown'] as const)
        .map((tier) => encodeTierAndGrace(tier, true))
        .sort((one, other) => one - other),
    );
  });
});

describe('main extent', () => {
  const extentOf = (places: [number, number][]) =>
    computeMainBounds(
      createPracticePoints(
        places.map(([longitude, latitude], index) => at(index, longitude, latitude)),
      ).points,
    );

  it('is null without customers', () => expect(extentOf([])).toBeNull());

  it('surrounds a single customer', () => {
    const extent = extentOf([[-97, 30]]);
    expect(extent).toEqual({ west: -97.3, east: -96.7, south: 29.7, north: 30.3 });
  });

  it('contains all of a few customers, and ignores outliers among many', () => {
    const texas = Array.from({ length: 199 }, (_, index): [number, number] => [
      -97 + index / 1000,
      30 + index / 1000,
    ]);
    const hawaii: [number, number] = [-157.8, 21.3];
    expect(extentOf([...texas.slice(0, 3), hawaii])?.west).toBeCloseTo(-158.1);
    expect(extentOf([...texas, hawaii])?.west).toBeGreaterThan(-98);
  });

  it('spans the antimeridian for customers on both sides', () => {
    const places: [number, number][] = [
      [-170.7, -14.28],
      [144.75, 13.47],
      [173, 52.9],
      [-72.67, 41.76],
    ];
    const extent = extentOf(places);
    expect(extent?.west).toBeCloseTo(144.75 - 360 - 0.3);
    expect(extent?.east).toBeCloseTo(-72.67 + 0.3);
    const { points } = createPracticePoints(
      places.map(([longitude, latitude], index) => at(index, longitude, latitude)),
    );
    expect(
      findPointIndexesWithin(
        points,
        extent ?? { west: 0, east: 0, south: 0, north: 0 },
        new Uint8Array(4).fill(1),
      ),
    ).toEqual([0, 1, 2, 3]);
  });

  it('excludes the widest gap between customers', () => {
    const longitude = fc
      .integer({ min: -18_000, max: 18_000 })
      .map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(fc.array(longitude, { minLength: 1, maxLength: 20 }), (longitudes) => {
        const together = [...sortLongitudesFromGap(Float64Array.from(longitudes))];
        const turn = (value: number) => Math.round(((value + 540) % 360) * 100) % 36_000;
        expect(together.map(turn).sort()).toEqual(longitudes.map(turn).sort());
        expect(together).toEqual(together.toSorted((one, other) => one - other));
        const span = (together.at(-1) ?? 0) - (together[0] ?? 0);
        // For each longitude, the distance in degrees eastward to the farthest longitude.
        // The shortest such distance leaves out the widest gap.
        const spans = longitudes.map((from) =>
          Math.max(...longitudes.map((to) => (to - from + 720) % 360)),
        );
        expect(span).toBeCloseTo(Math.min(...spans));
      }),
    );
  });
});

describe('within', () => {
  const { points } = createPracticePoints([
    createTestPractice({
      locationId: 1,
      longitude: -97.74,
      latitude: 30.27,
      healthTier: 'Healthy',
    }),
    createTestPractice({
      locationId: 2,
      longitude: -96.8,
      latitude: 32.78,
      healthTier: 'Critical',
    }),
    createTestPractice({
      locationId: 3,
      longitude: -95.37,
      latitude: 29.76,
      healthTier: 'Critical',
      inGrace: true,
    }),
    createTestPractice({
      locationId: 4,
      longitude: -97.74,
      latitude: 30.27,
      healthTier: 'Unknown',
    }),
  ]);
  const every = new Uint8Array(4).fill(1);

  it('includes the border and only visible points', () => {
    const bounds = { west: -97.74, east: -95.37, south: 29.76, north: 32.78 };
    expect(findPointIndexesWithin(points, bounds, every)).toEqual([0, 1, 2, 3]);
    expect(
      findPointIndexesWithin(
        points,
        bounds,
        computePointVisibility(
          points,
          computeMarkKindVisibility(new Set(['Critical'] as const), false),
        ),
      ),
    ).toEqual([1]);
    expect(findPointIndexesWithin(points, { west: 1, east: 2, south: 1, north: 2 }, every)).toEqual(
      [],
    );
    expect(hasPointWithin(points, bounds, every)).toBe(true);
    expect(hasPointWithin(points, bounds, new Uint8Array(4))).toBe(false);
    expect(hasPointWithin(points, { west: 1, east: 2, south: 1, north: 2 }, every)).toBe(false);
  });

  it('requires both kind and group to be visible', () => {
    const kinds = computeMarkKindVisibility(new Set(['Critical', 'Healthy'] as const), true);
    const group = Uint8Array.of(1, 0, 1, 1);
    expect([...computePointVisibility(points, kinds)]).toEqual([1, 1, 1, 0]);
    expect([...computePointVisibility(points, kinds, { group, visible: [false, true] })]).toEqual([
      1, 0, 1, 0,
    ]);
    expect([...computePointTierIndexes(points)]).toEqual([0, 2, 2, 3]);
  });

  it('measures great-circle distance', () => {
    expect(milesBetween(-122.42, 37.77, -74.01, 40.71)).toBeCloseTo(2566, -1);
    expect(milesBetween(0, 0, 180, 0)).toBeCloseTo(12437, 0);
  });
});
