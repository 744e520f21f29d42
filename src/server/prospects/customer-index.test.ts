import { expect, it } from 'vitest';
import { createTestPractice } from '#test/search-cases.ts';
import { buildCustomerIndex } from './customer-index.ts';

const practices = [1, 2, 3].map((id) =>
  createTestPractice({
    institutionId: id,
    locationId: id,
    healthTier: id === 1 ? 'Medium' : 'Healthy',
    longitude: -72 - id,
    latitude: 41,
  }),
);

it('finds the nearest customers, and among Healthy ones none that is leaving', () => {
  const index = buildCustomerIndex(practices, new Set([2]));
  const idsOf = (found: ReturnType<typeof index.findNearest>) =>
    found.map(({ practice }) => practice.institutionId);
  expect(idsOf(index.findNearest(-72, 41, 3))).toEqual([1, 2, 3]);
  expect(idsOf(index.findNearestHealthy(-72, 41, 3))).toEqual([3]);
});
