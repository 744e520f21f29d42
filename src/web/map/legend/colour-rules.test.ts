import { expect, it } from 'vitest';
import { createTestPractice } from '#test/search-cases.ts';
import { groupsByColoring, tierGroups } from '../draw/groups.ts';
import { computePointTierIndexes, createPracticePoints } from '../draw/point-table.ts';
import { tierCountsText } from '../panels/practice-lists.ts';
import {
  classifyScoreChange,
  computeGroupVisibility,
  computeRowGroupIndexes,
  countGroupPractices,
  countPracticesInGrace,
  ownerGroupKey,
} from './color-rules.ts';

it.each([
  [null, 'unknown'],
  [0, 'flat'],
  [5, 'flat'],
  [-5, 'flat'],
  [5.01, 'up'],
  [-5.01, 'down'],
] as const)('a change of %s percent is %s', (percentChange, key) => {
  expect(classifyScoreChange(percentChange, 5)).toBe(key);
});

it.each([
  [null, 'unknown'],
  ['Unassigned', 'none'],
  ['Morgan Member', 'mine'],
  ['Ana Pérez', 'others'],
] as const)('an owner %s is %s', (ownerName, key) => {
  expect(ownerGroupKey(ownerName, 'Morgan Member')).toBe(key);
});

it('has no own customers while the user is unknown', () => {
  expect(ownerGroupKey('Ana Pérez', undefined)).toBe('others');
});

const { points } = createPracticePoints([
  createTestPractice({ institutionId: 1, healthTier: 'Critical', longitude: -97, latitude: 30 }),
  createTestPractice({ institutionId: 2, healthTier: 'Healthy', longitude: -97, latitude: 30 }),
  createTestPractice({
    institutionId: 3,
    healthTier: 'Critical',
    inGrace: true,
    longitude: -97,
    latitude: 30,
  }),
  createTestPractice({ institutionId: 4, healthTier: 'Critical', longitude: -97, latitude: 30 }),
]);
const every = new Set(['Healthy', 'Medium', 'Critical', 'Unknown'] as const);

it('counts each practice once, in its group or in grace', () => {
  expect(
    countGroupPractices(points, computePointTierIndexes(points), tierGroups.length, every),
  ).toEqual([1, 0, 2, 0]);
  expect(countPracticesInGrace(points)).toBe(1);
});

it('counts as many Critical practices as a list does that includes grace', () => {
  const [, , critical = 0] = countGroupPractices(
    points,
    computePointTierIndexes(points),
    tierGroups.length,
    every,
  );
  expect(tierCountsText(points.rows)).toBe('1 Healthy, 3 Critical, 1 of them in grace');
  expect(critical + countPracticesInGrace(points)).toBe(3);
});

it('counts groups only over the visible tiers', () => {
  const change = groupsByColoring.change;
  const group = computeRowGroupIndexes(
    points.rows,
    change,
    new Map([
      [1, 'down'],
      [2, 'up'],
      [3, 'down'],
    ]),
  );
  expect(countGroupPractices(points, group, change.length, every)).toEqual([1, 0, 1, 1]);
  expect(countGroupPractices(points, group, change.length, new Set(['Critical'] as const))).toEqual(
    [0, 0, 1, 1],
  );
  expect(computeGroupVisibility(change, new Set(['flat']))).toEqual([true, false, true, true]);
});
