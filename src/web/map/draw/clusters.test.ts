import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { healthTiers } from '#shared/core/tiers.ts';
import { createTestPractice } from '#test/search-cases.ts';
import {
  type Cluster,
  canSeparatePoints,
  computeClusterRadiusAtZoom,
  computeClusters,
  computePointBounds,
  createAllVisibleSingleGroup,
} from './clusters.ts';
import {
  expandBounds,
  latitudeFromMercatorY,
  longitudeFromMercatorX,
  mercatorX,
  mercatorY,
} from './mercator.ts';
import {
  computeMarkKindVisibility,
  computePointTierIndexes,
  computePointVisibility,
  createPracticePoints,
} from './point-table.ts';

const world = { west: -180, south: -85, east: 180, north: 85 };
const pointsAt = (places: (readonly [number, number])[]) =>
  createPracticePoints(
    places.map(([longitude, latitude], at) =>
      createTestPractice({ locationId: at, longitude, latitude }),
    ),
  ).points;
const membersOf = (clusters: Cluster[]) =>
  clusters.flatMap((cluster) => cluster.members()).toSorted((a, b) => a - b);
const place = fc.tuple(
  fc.double({ min: -170, max: -60, noNaN: true }),
  fc.double({ min: 18, max: 70, noNaN: true }),
);

describe('clusters', () => {
  it('contain every point exactly once at any zoom', () => {
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 200 }),
        fc.integer({ min: 0, max: 10 }),
        (places, zoom) => {
          const points = pointsAt(places);
          const clusters = computeClusters(
            points,
            world,
            zoom / 2,
            createAllVisibleSingleGroup(points),
          );
          expect(membersOf(clusters)).toEqual(points.rows.map((_, at) => at));
          for (const cluster of clusters) {
            expect(cluster.count).toBe(cluster.members().length);
            expect(cluster.mix.reduce((sum, members) => sum + members, 0)).toBe(cluster.count);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('stay within the radius around their fullest cell', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 150 }), (places) => {
        const zoom = 4;
        const points = pointsAt(places);
        const pixels = 512 * 2 ** zoom;
        for (const cluster of computeClusters(
          points,
          world,
          zoom,
          createAllVisibleSingleGroup(points),
        )) {
          const bounds = computePointBounds(points, cluster.members());
          if (!bounds) throw new Error('A cluster without members');
          // Upper limit of a cluster's width and height. The centers of its outermost cells are at
          // most two radii apart. Each of these cells adds at most its diagonal, √2 / 2 radii.
          const most = computeClusterRadiusAtZoom(zoom) * (2 + Math.SQRT2);
          expect((mercatorX(bounds.east) - mercatorX(bounds.west)) * pixels).toBeLessThanOrEqual(
            most,
          );
          expect((mercatorY(bounds.south) - mercatorY(bounds.north)) * pixels).toBeLessThanOrEqual(
            most,
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('count only the visible tiers', () => {
    const row = (healthTier: 'Healthy' | 'Critical', inGrace: boolean) =>
      createTestPractice({ longitude: -97, latitude: 30, healthTier, inGrace });
    const { points } = createPracticePoints([
      row('Healthy', false),
      row('Critical', false),
      row('Critical', true),
      row('Critical', false),
    ]);
    const counted = (visible: readonly boolean[]) =>
      computeClusters(points, world, 5, {
        visible: computePointVisibility(points, visible),
        group: computePointTierIndexes(points),
        groups: healthTiers.length,
      }).map(({ count, mix }) => [count, mix]);
    expect(counted(computeMarkKindVisibility(new Set(healthTiers), true))).toEqual([
      [4, [1, 0, 3, 0]],
    ]);
    expect(counted(computeMarkKindVisibility(new Set(['Critical'] as const), false))).toEqual([
      [2, [0, 0, 2, 0]],
    ]);
    expect(counted(computeMarkKindVisibility(new Set(), true))).toEqual([[1, [0, 0, 1, 0]]]);
    expect(counted(computeMarkKindVisibility(new Set(), false))).toEqual([]);
  });

  it('separate when zooming in, except at a shared address', () => {
    const points = pointsAt([
      ...Array.from({ length: 30 }, () => [-97.7431, 30.2672] as const),
      [-97.7, 30.3],
    ]);
    expect(
      computeClusters(points, world, 3, createAllVisibleSingleGroup(points)).map(
        ({ count }) => count,
      ),
    ).toEqual([31]);
    const near = expandBounds({ west: -97.75, east: -97.69, south: 30.26, north: 30.31 }, 0.5);
    expect(
      computeClusters(points, near, 13, createAllVisibleSingleGroup(points)).map(
        ({ count }) => count,
      ),
    ).toEqual([30, 1]);
    const [together] = computeClusters(points, near, 18, createAllVisibleSingleGroup(points));
    expect(together?.count).toBe(30);
    expect(together?.longitude).toBeCloseTo(-97.7431, 8);
    expect(together?.latitude).toBeCloseTo(30.2672, 8);
  });

  it('are unchanged by a pan, away from the border', () => {
    const places = Array.from(
      { length: 3000 },
      (_, at) => [-110 + ((at * 7919) % 3000) / 100, 30 + ((at * 104729) % 1500) / 100] as const,
    );
    const points = pointsAt(places);
    const inside = (clusters: Cluster[]) =>
      clusters
        .filter(
          ({ longitude, latitude }) =>
            longitude > -98 && longitude < -92 && latitude > 35 && latitude < 40,
        )
        .map(({ longitude, latitude, count }) =>
          [longitude.toFixed(6), latitude.toFixed(6), count].join(),
        )
        .toSorted();
    const before = inside(
      computeClusters(
        points,
        { west: -108, east: -85, south: 31, north: 44 },
        6,
        createAllVisibleSingleGroup(points),
      ),
    );
    expect(before.length).toBeGreaterThan(20);
    expect(
      inside(
        computeClusters(
          points,
          { west: -106.3, east: -83.1, south: 30.2, north: 44.9 },
          6,
          createAllVisibleSingleGroup(points),
        ),
      ),
    ).toEqual(before);
  });

  it('exclude points outside the bounds', () => {
    const points = pointsAt([
      [-97, 30],
      [20, 50],
    ]);
    expect(
      computeClusters(
        points,
        { west: -100, east: -90, south: 25, north: 35 },
        6,
        createAllVisibleSingleGroup(points),
      ),
    ).toHaveLength(1);
    expect(
      computeClusters(
        points,
        { west: 100, east: 120, south: -40, north: -30 },
        6,
        createAllVisibleSingleGroup(points),
      ),
    ).toEqual([]);
  });
});

describe('across the antimeridian', () => {
  const points = pointsAt([
    [179.99, 52],
    [-179.99, 52],
    [150, -20],
  ]);

  it('neighbors share a mark', () => {
    for (const bounds of [
      { west: 170, south: 40, east: 190, north: 60 },
      { west: -190, south: 40, east: -170, north: 60 },
    ]) {
      const [cluster, ...others] = computeClusters(
        points,
        bounds,
        5,
        createAllVisibleSingleGroup(points),
      );
      expect([cluster?.count, others]).toEqual([2, []]);
      expect(cluster?.longitude).toBeCloseTo((bounds.west + bounds.east) / 2);
    }
  });

  it('the bounds of a mark take the short way around', () => {
    const bounds = computePointBounds(points, [0, 1]);
    expect((bounds?.east ?? 0) - (bounds?.west ?? 0)).toBeCloseTo(0.02);
  });
});

describe('opening a cluster', () => {
  it('finds the bounds of its members', () => {
    const points = pointsAt([
      [-97, 30],
      [-90, 45],
      [-120, 33],
    ]);
    expect(computePointBounds(points, [0, 1])).toEqual({
      west: -97,
      south: 30,
      east: -90,
      north: 45,
    });
    expect(computePointBounds(points, [])).toBeNull();
  });

  it('distinguishes a shared address from a street', () => {
    expect(canSeparatePoints({ west: -97, east: -97, south: 30, north: 30 }, 18)).toBe(false);
    expect(canSeparatePoints({ west: -97, east: -97 + 1e-6, south: 30, north: 30 }, 18)).toBe(
      false,
    );
    expect(canSeparatePoints({ west: -97, east: -96.99, south: 30, north: 30 }, 18)).toBe(true);
  });
});

it('Mercator projection is invertible', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -85, max: 85, noNaN: true }),
      (longitude, latitude) => {
        expect(longitudeFromMercatorX(mercatorX(longitude))).toBeCloseTo(longitude, 9);
        expect(latitudeFromMercatorY(mercatorY(latitude))).toBeCloseTo(latitude, 9);
      },
    ),
  );
  expect(mercatorY(90)).toBeCloseTo(0, 6);
  expect(mercatorY(-90)).toBeCloseTo(1, 6);
});
