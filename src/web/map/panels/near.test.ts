import { describe, expect, it } from 'vitest';
import { createTestPractice } from '#test/search-cases.ts';
import {
  computeMarkKindVisibility,
  computePointVisibility,
  createPracticePoints,
} from '../draw/point-table.ts';
import { findCustomersNear } from '../near.ts';

const austin = { longitude: -97.74, latitude: 30.27 };
const { points } = createPracticePoints([
  createTestPractice({
    locationId: 1,
    institutionId: 1,
    longitude: -95.37,
    latitude: 29.76,
    healthTier: 'Critical',
  }),
  createTestPractice({
    locationId: 2,
    institutionId: 2,
    longitude: -96.8,
    latitude: 32.78,
    healthTier: 'Critical',
  }),
  createTestPractice({ locationId: 3, institutionId: 1, ...austin, healthTier: 'Critical' }),
  createTestPractice({ locationId: 4, institutionId: 3, ...austin, healthTier: 'Healthy' }),
  createTestPractice({
    locationId: 5,
    institutionId: 1,
    longitude: -97.7,
    latitude: 30.3,
    healthTier: 'Critical',
  }),
]);
const every = new Uint8Array(5).fill(1);

describe('customers near a place', () => {
  it('are listed once by their nearest location, nearest first', () => {
    const near = findCustomersNear(points, austin, 'any', every);
    expect(
      near.map(({ practice, locations }) => [
        practice.institutionId,
        practice.locationId,
        locations,
      ]),
    ).toEqual([
      [1, 3, 3],
      [3, 4, 1],
      [2, 2, 1],
    ]);
    expect(near[0]?.miles).toBe(0);
    expect(near[2]?.miles).toBeCloseTo(182, 0);
  });

  it('are within the radius, and only locations within it are counted', () => {
    expect(
      findCustomersNear(points, austin, 10, every).map(({ practice, locations }) => [
        practice.institutionId,
        locations,
      ]),
    ).toEqual([
      [1, 2],
      [3, 1],
    ]);
    expect(findCustomersNear(points, { longitude: 0, latitude: 0 }, 100, every)).toEqual([]);
  });

  it('are only visible ones', () => {
    const healthy = computePointVisibility(
      points,
      computeMarkKindVisibility(new Set(['Healthy'] as const), false),
    );
    expect(
      findCustomersNear(points, austin, 'any', healthy).map(
        ({ practice }) => practice.institutionId,
      ),
    ).toEqual([3]);
  });
});
