import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/core/dates.ts';
import {
  buildFunnel,
  buildOnboardingCohorts,
  type CaseWithHistory,
  casesWithHistory,
  compareRetentionByEarlyScore,
  countOwnerCaseloads,
  findLastScoreByDay,
  firstDayAtScore,
  sumDaysByBlocker,
} from './analytics.ts';
import {
  type ComparisonGroup,
  chooseMatchedAttributes,
  compareTimesToScore,
  computeCommonTargetMix,
  computeDifferencesFromFirstGroup,
  computeMixDifference,
  computeUnweightedMean,
  countOutsideMix,
  createStandardizedMean,
  meanScoreCurve,
} from './comparison.ts';
import { groupCasesBy } from './groups.ts';
import type { ListedOnboarding, OnboardingHistory } from './onboarding.ts';

const today = '2026-11-18';

function caseWith(
  row: Partial<ListedOnboarding> = {},
  history: Partial<OnboardingHistory> = {},
): CaseWithHistory {
  return {
    row: {
      institutionId: 1,
      institutionName: 'Elm Dental',
      goLiveDate: addDays(today, -100),
      sizeTier: 'Small',
      ehr: 'Dentrix',
      ownerName: 'Ana Pérez',
      state: 'on_track',
      day: 100,
      lastDay: 180,
      weekBefore: { state: 'on_track', day: 83 },
      score: 70,
      scoreDay: 98,
      expected: 80,
      pace: -10,
      checkpoints: [],
      nextCheckpoint: 180,
      entitled: ['forms'],
      firstUses: {},
      blocker: null,
      blockedSince: null,
      pausedSince: null,
      pauseReason: null,
      extensionDays: 0,
      milestonesDone: 0,
      milestonesTotal: 0,
      milestonesLate: 0,
      contractOn: null,
      kickoffOn: '2026-08-01',
      handedOverOn: null,
      graduatedOn: null,
      leftOn: null,
      lastTouchOn: null,
      version: 1,
      ...row,
    },
    history: {
      institutionId: 1,
      weeks: [],
      connected: null,
      firstUse: null,
      graduated: null,
      left: null,
      watched: 100,
      lost: {},
      pausedDays: 0,
      ...history,
    },
  };
}
const times = (count: number, make: (at: number) => CaseWithHistory) =>
  Array.from({ length: count }, (_, at) => make(at));

it('excludes cases without a history, which are not live yet', () => {
  const { row, history } = caseWith();
  expect(casesWithHistory([row, { ...row, institutionId: 2 }], [history])).toEqual([
    { row, history },
  ]);
});

it('finds scores by their day', () => {
  const { history } = caseWith(
    {},
    {
      weeks: [
        [-3, 90],
        [6, 10],
        [13, null],
        [20, 26],
      ],
    },
  );
  expect([10, 25, 26, 27].map((percent) => firstDayAtScore(history, percent))).toEqual([
    6,
    20,
    20,
    null,
  ]);
  expect([5, 6, 19, 20, 33, 34].map((day) => findLastScoreByDay(history, day))).toEqual([
    90,
    10,
    10,
    26,
    26,
    null,
  ]);
});

describe('the funnel', () => {
  const cases = [
    caseWith({}, { connected: 2, firstUse: 5, weeks: [[20, 30]] }),
    caseWith({}, { connected: 4, firstUse: 9 }),
    caseWith({ state: 'left' }, { connected: 6, watched: 30 }),
    caseWith({ kickoffOn: null }, { connected: 8 }),
  ];
  const steps = buildFunnel(cases);
  it('counts each step among cases that reached the previous one', () => {
    expect(
      steps
        .map(({ name, reached, dropped, waiting }) => [name, reached, dropped, waiting])
        .slice(0, 4),
    ).toEqual([
      ['Kick-off', 3, 0, 0],
      ['EHR connected', 3, 0, 0],
      ['First patient event', 2, 1, 0],
      ['Score 25%', 1, 0, 1],
    ]);
  });
  it('has the Kaplan–Meier median of all cases, not the mean of finished ones', () => {
    // Events at 2, 4, 6 and 8: the share is one half from 4 to 6, so the median is their midpoint.
    expect(steps[1]?.median.at).toBe(5);
    // Events at 5 and 9, one case censored at 30 and one at 100: the share is still one half after
    // the last event.
    expect(steps[2]?.median.at).toBe(9);
    expect(steps[3]?.median.at).toBeNull();
  });
});

describe('go-live months', () => {
  const september = times(5, (at) =>
    caseWith(
      { goLiveDate: `2026-08-0${at + 1}` },
      {
        weeks: [
          [28, 20 + at],
          [60, 50],
        ],
      },
    ),
  );
  const cellsOf = (cases: CaseWithHistory[], day = today) =>
    buildOnboardingCohorts(cases, day)[0]?.cells.map(({ figures, why }) => figures ?? why);
  it('are blank, never 0, until the whole month reached the day', () => {
    expect(cellsOf(september)).toEqual([
      { count: 5, mean: 22, atTarget: 0 },
      { count: 5, mean: 50, atTarget: 1 },
      'young',
      'young',
      'young',
    ]);
    expect(cellsOf(september, '2026-09-29')?.[0]).toBe('young');
    expect(cellsOf(september, '2026-09-30')?.[0]).toMatchObject({ count: 5 });
  });
  it('hide groups of four', () =>
    expect(cellsOf(september.slice(1))?.slice(0, 2)).toEqual(['few', 'few']));
});

it('sorts blockers by days lost', () => {
  const cases = [
    caseWith({}, { lost: { staff: 10, forms: 5 } }),
    caseWith({}, { lost: { forms: 25 } }),
    caseWith(),
  ];
  expect(sumDaysByBlocker(cases)).toEqual([
    { blocker: 'forms', days: 30, customers: 2, cumulative: 0.75 },
    { blocker: 'staff', days: 10, customers: 1, cumulative: 1 },
  ]);
});

it('lists owners by load, without a pace for few scored cases', () => {
  const rows = [
    ...times(5, () => caseWith({ pace: -2 })),
    caseWith({ ownerName: null }),
    caseWith({ state: 'graduated' }),
  ].map(({ row }) => row);
  expect(countOwnerCaseloads(rows)).toEqual([
    { ownerName: 'Ana Pérez', running: 5, pace: -2, stuck: 0 },
    { ownerName: null, running: 1, pace: undefined, stuck: 0 },
  ]);
});

it('computes retention of customers active on day 60', () => {
  const at60 = (score: number, watched: number, left: number | null = null) =>
    caseWith({}, { weeks: [[58, score]], watched, left });
  const cases = [
    ...times(8, () => at60(50, 400)),
    at60(50, 200, 200),
    at60(50, 59, 59),
    ...times(4, () => at60(49.999, 400)),
    at60(20, 100, 100),
  ];
  const { reached, missed, test } = compareRetentionByEarlyScore(cases);
  expect([reached.count, reached.left, missed.count, missed.left]).toEqual([9, 1, 5, 1]);
  expect(reached.share?.at).toBeCloseTo(8 / 9, 12);
  expect(missed.share?.at).toBeCloseTo(4 / 5, 12);
  expect(reached.share?.low).toBeLessThan(8 / 9);
  expect(test?.degreesOfFreedom).toBe(1);
  expect(compareRetentionByEarlyScore(cases.slice(0, 4)).reached.share).toBeUndefined();
  // None of these customers was observed for a year.
  expect(compareRetentionByEarlyScore(times(9, () => at60(60, 300))).reached.share).toBeUndefined();
});

describe('groups', () => {
  const of = (
    name: string,
    scores: readonly number[],
    row: Partial<ListedOnboarding> = {},
  ): ComparisonGroup => ({
    name,
    members: scores.map((score) => caseWith(row, { weeks: [[28, score]] })),
  });
  const one = of('One', [10, 20, 30, 40, 50]);
  const other = of('Other', [20, 30, 40, 50, 60]);

  it('have the mean of each week with enough scores', () => {
    expect(meanScoreCurve(one).map(({ day, count, mean }) => [day, count, mean])).toEqual([
      [28, 5, 30],
      [35, 5, 30],
    ]);
    expect(meanScoreCurve({ members: one.members.slice(1) })).toEqual([]);
    // Student's 95% quantile for 4 degrees of freedom is 2.776; the variance is 250.
    expect(meanScoreCurve(one)[0]?.low).toBeCloseTo(30 - 2.7764451 * Math.sqrt(50), 5);
  });

  it('have a difference from the first with an interval', () => {
    const [day30] = computeDifferencesFromFirstGroup(other, one);
    expect(day30).toMatchObject({ day: 30, count: 5, mean: 40, difference: { points: 10 } });
    expect(day30?.difference?.low).toBeCloseTo(10 - 2.3060041 * 10, 5);
    expect(computeDifferencesFromFirstGroup(one, one)[0]?.difference).toBeNull();
  });

  it('have equal standardized means when they differ only in their mix', () => {
    const small = { sizeTier: 'Small' as const };
    const large = { sizeTier: 'Large' as const };
    const mostlySmall = {
      name: 'A',
      members: [...of('', [20, 22, 18, 20], small).members, ...of('', [60, 62], large).members],
    };
    const mostlyLarge = {
      name: 'B',
      members: [...of('', [19, 21], small).members, ...of('', [61, 59, 63, 61], large).members],
    };
    const all = [mostlySmall, mostlyLarge];
    const mix = computeCommonTargetMix(all, chooseMatchedAttributes('month'));
    expect([...mix.shares.values()]).toEqual([0.5, 0.5]);
    expect(all.map((group) => computeMixDifference(group, mix).toFixed(4))).toEqual([
      '0.1667',
      '0.1667',
    ]);
    expect(all.map((group) => countOutsideMix(group, mix))).toEqual([0, 0]);
    const plain = computeDifferencesFromFirstGroup(
      mostlyLarge,
      mostlySmall,
      computeUnweightedMean,
    )[0];
    const fair = computeDifferencesFromFirstGroup(
      mostlyLarge,
      mostlySmall,
      createStandardizedMean(mix),
    )[0];
    expect(plain?.difference?.points).toBeCloseTo(47.3333 - 33.6667, 3);
    expect(fair?.difference?.points).toBeCloseTo(0, 9);
    expect(fair?.difference?.low).toBeLessThan(0);
    expect(fair?.difference?.high).toBeGreaterThan(0);
  });

  it('exclude segments that one group lacks, and count them', () => {
    const both = [
      of('A', [1, 2, 3], { ehr: 'X' }),
      {
        name: 'B',
        members: [...of('', [4, 5], { ehr: 'X' }).members, ...of('', [6, 7], { ehr: 'Y' }).members],
      },
    ];
    const mix = computeCommonTargetMix(both, chooseMatchedAttributes('month'));
    expect([...mix.shares.values()]).toEqual([1]);
    expect(
      both.map((group) => [computeMixDifference(group, mix), countOutsideMix(group, mix)]),
    ).toEqual([
      [0, 0],
      [0.5, 2],
    ]);
  });

  it('have no mix without common segments', () => {
    const apart = [of('A', [1, 2], { ehr: 'X' }), of('B', [1, 2], { ehr: 'Y' })];
    expect(computeCommonTargetMix(apart, chooseMatchedAttributes('month')).shares.size).toBe(0);
    // Groups are adjusted for size and EHR, except for the attribute that defines the groups.
    // Groups by EHR are adjusted only for size, and groups by size only for EHR.
    expect([
      ...computeCommonTargetMix(apart, chooseMatchedAttributes('ehr')).shares.keys(),
    ]).toEqual(['Small']);
    const sizes = [of('A', [1, 2], { sizeTier: 'Small' }), of('B', [1, 2], { sizeTier: 'Large' })];
    expect([
      ...computeCommonTargetMix(sizes, chooseMatchedAttributes('size')).shares.keys(),
    ]).toEqual(['Dentrix']);
  });

  it('have a median time to reach a score', () => {
    const { groups, test } = compareTimesToScore(
      [of('Fast', [60, 60, 60]), of('Slow', [10, 10, 10])],
      50,
    );
    expect(groups.map(({ name, median }) => [name, median])).toEqual([
      ['Fast', 28],
      ['Slow', null],
    ]);
    expect(test?.p).toBeLessThan(0.05);
  });

  it('are formed by an attribute: newest months first, and a customer with several products in several groups', () => {
    const cases = [
      caseWith({ goLiveDate: '2026-08-01' }),
      caseWith({ goLiveDate: '2026-09-01', entitled: ['forms', 'payments'], ehr: null }),
    ];
    expect(groupCasesBy('month', cases).map(({ name }) => name)).toEqual(['2026-09', '2026-08']);
    expect(
      groupCasesBy('product', cases).map(({ name, members }) => [name, members.length]),
    ).toEqual([
      ['Forms', 2],
      ['Payments', 1],
    ]);
    expect(groupCasesBy('ehr', cases).map(({ members }) => members.length)).toEqual([1]);
  });
});
