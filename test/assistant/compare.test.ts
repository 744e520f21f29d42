import { describe, expect, it } from 'vitest';
import type { Answer } from '#shared/assistant/assistant.ts';
import { createTestAnswer, createTestAnswerGroup, createTestPlan } from '../answers.ts';
import { isRight } from './compare.ts';
import {
  expectAnyOf,
  expectBottomRows,
  expectCount,
  expectCountByGroup,
  expectCustomerValue,
  expectedClarification,
  expectHighestGroups,
  expectLowestGroups,
  expectMean,
  expectMedian,
  expectNumber,
  expectRows,
  expectShare,
  expectTopRows,
  joinGroupLabels,
} from './expected.ts';

const rows = [
  { institutionId: 1, institutionName: 'One', state: 'TX', tier: 'Healthy', score: 80 },
  { institutionId: 2, institutionName: 'Two', state: 'TX', tier: 'Critical', score: 20 },
  { institutionId: 3, institutionName: 'Three', state: 'CA', tier: 'Critical', score: 20 },
  { institutionId: 4, institutionName: 'Four', state: null, tier: 'Unknown', score: null },
];
const score = (row: (typeof rows)[number]) => row.score;
const state = (row: (typeof rows)[number]) => row.state;
const tier = (row: (typeof rows)[number]) => row.tier;

const plan = createTestPlan();
const empty = createTestAnswer({ total: 0, value: null, valueText: null });
const shown = (...ids: number[]): Answer['rows'] =>
  ids.map((institutionId) => ({ institutionId, cells: [], texts: [], paths: [] }));
const answerRows = (limit: number | null, total: number, ...ids: number[]): Answer => ({
  ...empty,
  plan: { ...plan, aggregate: { kind: 'rows', limit } },
  total,
  value: total,
  rows: shown(...ids),
});
const answerGroups = (isOrdered: boolean, ...groups: [string[], number][]): Answer => ({
  ...empty,
  plan: { ...plan, groupOrder: isOrdered ? { descending: true, limit: null } : null },
  groupCount: groups.length,
  groups: groups.map(([labels, value]) => createTestAnswerGroup('', value, { labels })),
});

describe('comparison of an answer with the correct result', () => {
  it('compares figures', () => {
    expect(isRight({ ...empty, value: 4 }, expectCount(rows))).toBe(true);
    expect(isRight({ ...empty, value: 5 }, expectCount(rows))).toBe(false);
    expect(isRight({ ...empty, value: 40 }, expectMean(rows, score))).toBe(true);
    expect(isRight({ ...empty, value: 20 }, expectMedian(rows, score))).toBe(true);
    expect(isRight({ ...empty, value: 40.001 }, expectMean(rows, score))).toBe(false);
    expect(isRight({ ...empty, value: null }, expectNumber(0))).toBe(false);
  });

  it('compares the numerator and the denominator of a share', () => {
    const expected = expectShare(rows.slice(0, 1), rows);
    expect(isRight({ ...empty, share: { part: 1, whole: 4 } }, expected)).toBe(true);
    expect(isRight({ ...empty, share: { part: 1, whole: 3 } }, expected)).toBe(false);
    expect(isRight({ ...empty, value: 25 }, expected)).toBe(false);
  });

  it('compares rows in any order', () => {
    const expected = expectRows(rows.slice(0, 3));
    expect(isRight(answerRows(null, 3, 3, 1, 2), expected)).toBe(true);
    expect(isRight(answerRows(null, 3, 3, 1, 4), expected)).toBe(false);
    expect(isRight(answerRows(null, 3, 3, 1, 1), expected)).toBe(false);
    expect(isRight(answerRows(null, 4, 3, 1, 2), expected)).toBe(false);
    expect(isRight(answerRows(2, 3, 3, 1), expected)).toBe(false);
  });

  it('compares rows in order, with equal rows in any order', () => {
    expect(isRight(answerRows(2, 4, 2, 3), expectBottomRows(rows, 2, score))).toBe(true);
    expect(isRight(answerRows(2, 4, 3, 2), expectBottomRows(rows, 2, score))).toBe(true);
    expect(isRight(answerRows(2, 4, 1, 2), expectBottomRows(rows, 2, score))).toBe(false);
    expect(isRight(answerRows(1, 4, 1), expectTopRows(rows, 1, score))).toBe(true);
    expect(isRight(answerRows(null, 4, 1, 2, 3, 4), expectTopRows(rows, null, score))).toBe(true);
    expect(isRight(answerRows(null, 4, 4, 1, 2, 3), expectTopRows(rows, null, score))).toBe(false);
  });

  it('compares groups', () => {
    const expected = expectCountByGroup(rows, state);
    expect(isRight(answerGroups(false, [['CA'], 1], [['TX'], 2], [['Unknown'], 1]), expected)).toBe(
      true,
    );
    // A ranking leaves out the rows without a value.
    expect(isRight(answerGroups(true, [['TX'], 2], [['CA'], 1]), expected)).toBe(true);
    expect(isRight(answerGroups(false, [['TX'], 2], [['Unknown'], 1]), expected)).toBe(false);
    expect(isRight(answerGroups(false, [['TX'], 1], [['CA'], 2]), expected)).toBe(false);
    expect(isRight({ ...empty, value: 4 }, expected)).toBe(false);
    expect(
      isRight(
        answerGroups(
          false,
          [['TX', 'Healthy'], 1],
          [['TX', 'Critical'], 1],
          [['CA', 'Critical'], 1],
          [['Unknown', 'Unknown'], 1],
        ),
        expectCountByGroup(rows, joinGroupLabels(state, tier)),
      ),
    ).toBe(true);
  });

  it('compares the first groups', () => {
    expect(
      isRight(
        answerGroups(true, [['TX'], 2]),
        expectHighestGroups(expectCountByGroup(rows, state)),
      ),
    ).toBe(true);
    expect(
      isRight(
        answerGroups(true, [['CA'], 1]),
        expectHighestGroups(expectCountByGroup(rows, state)),
      ),
    ).toBe(false);
    expect(
      isRight(answerGroups(true, [['CA'], 1]), expectLowestGroups(expectCountByGroup(rows, state))),
    ).toBe(true);
    expect(
      isRight(
        answerGroups(false, [['TX'], 2]),
        expectHighestGroups(expectCountByGroup(rows, state)),
      ),
    ).toBe(false);
  });

  it('compares a fact, and accepts each of several readings', () => {
    const answer = {
      ...answerRows(null, 1),
      rows: [{ institutionId: 2, cells: ['Two', 20], texts: [], paths: [] }],
    };
    expect(isRight(answer, expectCustomerValue(rows, 'Two', score))).toBe(true);
    expect(isRight(answer, expectCustomerValue(rows, 'Three', score))).toBe(false);
    expect(isRight(answer, expectCustomerValue(rows, 'One', score))).toBe(false);
    expect(isRight({ ...empty, value: 4 }, expectAnyOf(expectNumber(3), expectNumber(4)))).toBe(
      true,
    );
    expect(isRight({ ...empty, value: 4 }, expectedClarification)).toBe(false);
  });
});
