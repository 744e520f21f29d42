import { expect, it } from 'vitest';
import { clusterIcon, leadingTier, ringParts } from './icons.ts';

it.each([
  [[5, 1, 2, 0], 'Healthy'],
  [[0, 0, 0, 3], 'Unknown'],
  [[2, 2, 2, 2], 'Critical'],
  [[2, 2, 1, 0], 'Medium'],
  [[2, 0, 0, 2], 'Healthy'],
] as const)('of %j the leading tier is %s', (tiers, tier) => {
  expect(leadingTier(tiers)).toBe(tier);
});

it('a tier that is there has a part of the ring, and the ring is whole', () => {
  expect(ringParts([1000, 1, 0, 0])).toEqual([11, 1, 0, 0]);
  expect(ringParts([1, 1, 1, 1])).toEqual([3, 3, 3, 3]);
  expect(ringParts([7, 0, 0, 0])).toEqual([12, 0, 0, 0]);
  for (const tiers of [
    [1, 1, 1, 1000],
    [5, 5, 5, 1],
    [333, 333, 333, 1],
    [1, 2, 3, 4],
  ]) {
    const ring = ringParts(tiers);
    expect(ring.reduce((sum, part) => sum + part, 0)).toBe(12);
    expect(Math.min(...ring)).toBeGreaterThanOrEqual(1);
  }
});

it('clusters that look alike share a picture', () => {
  expect(clusterIcon(200, [100, 50, 25, 25], 'light').id).toBe(clusterIcon(400, [200, 100, 50, 50], 'light').id);
  expect(clusterIcon(200, [100, 50, 25, 25], 'light').id).not.toBe(clusterIcon(200, [100, 50, 25, 25], 'dark').id);
});
