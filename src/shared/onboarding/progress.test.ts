import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '#shared/core/dates.ts';
import { onboardingDaysAndTargets } from '#shared/institutions/onboarding-plan.ts';
import { onboardingRules } from './constants.ts';
import {
  checkpointScore,
  countOnboardingDays,
  expectedScore,
  graduationDay,
  listOnboardingCheckpoints,
  nextCheckpoint,
} from './progress.ts';
import { caseStatusOnDay, type OnboardingStatusInput } from './states.ts';

const liveOn = '2026-06-01';
const on = (day: number) => addDays(liveOn, day);

describe('the expected score', () => {
  it.each([
    [-5, 0],
    [0, 0],
    [15, 12.5],
    [30, 25],
    [45, 37.5],
    [60, 50],
    [75, 65],
    [90, 80],
    [91, 80],
    [180, 80],
    [300, 80],
  ])('on day %i is %d', (day, percent) =>
    expect(expectedScore(day, onboardingDaysAndTargets)).toBe(percent),
  );

  it('never falls', () => {
    const days = fc.integer({ min: -50, max: 400 });
    fc.assert(
      fc.property(
        days,
        days,
        (a, b) =>
          expectedScore(Math.min(a, b), onboardingDaysAndTargets) <=
          expectedScore(Math.max(a, b), onboardingDaysAndTargets),
      ),
    );
  });
});

describe('the clock', () => {
  it('stops during a pause and continues afterwards', () => {
    const clock = { liveOn, pauses: [{ from: on(10), until: on(20) }] };
    expect([9, 10, 11, 19, 20, 21].map((day) => countOnboardingDays(clock, on(day)))).toEqual([
      9, 10, 10, 10, 10, 11,
    ]);
    expect(countOnboardingDays({ liveOn, pauses: [{ from: on(10), until: null }] }, on(50))).toBe(
      10,
    );
  });

  it('ignores pauses before go-live', () => {
    expect(countOnboardingDays({ liveOn, pauses: [{ from: on(-20), until: on(5) }] }, on(8))).toBe(
      3,
    );
    expect(countOnboardingDays({ liveOn, pauses: [] }, on(-3))).toBe(-3);
  });

  it('advances by at most one day per calendar day', () => {
    const spans = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 30 })),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(spans, fc.integer({ min: -10, max: 200 }), (gaps, day) => {
        let at = 0;
        const pauses = gaps.map(([gap, length]) => {
          const from = at + gap;
          at = from + length;
          return { from: on(from), until: on(at) };
        });
        const clock = { liveOn, pauses };
        expect([0, 1]).toContain(
          countOnboardingDays(clock, on(day + 1)) - countOnboardingDays(clock, on(day)),
        );
        expect(countOnboardingDays(clock, on(day))).toBeLessThanOrEqual(
          daysBetween(liveOn, on(day)),
        );
      }),
    );
  });
});

describe('checkpoints', () => {
  const weeks = [20, 27, 34, 41].map((day) => ({ weekEnd: on(day), score: day }));
  const met = (today: number, target: number) =>
    checkpointScore(
      { clock: { liveOn, pauses: [] }, weeks, on: on(today) },
      { day: target, percent: 25 },
    );

  it('use the last score known on the day of the checkpoint', () => {
    expect(met(29, 30)).toBeUndefined();
    expect(met(30, 30)).toBe(27);
    expect(met(100, 34)).toBe(34);
    expect(met(100, 33)).toBe(27);
  });
  it('have no score when the last one is older than two weeks', () => {
    expect(met(100, 54)).toBe(41);
    expect(met(100, 55)).toBeNull();
  });
  it('are in order', () => {
    expect(listOnboardingCheckpoints(onboardingDaysAndTargets).map(({ day }) => day)).toEqual([
      30, 60, 90, 180,
    ]);
    expect(nextCheckpoint(30, onboardingDaysAndTargets)).toEqual({
      day: 30,
      percent: 25,
      daysLeft: 0,
    });
    expect(nextCheckpoint(31, onboardingDaysAndTargets)).toMatchObject({ day: 60, daysLeft: 29 });
    expect(nextCheckpoint(181, onboardingDaysAndTargets)).toBeUndefined();
  });
});

describe('graduation', () => {
  const weeks = (scores: (number | null)[]) =>
    scores.map((score, at) => ({ weekEnd: on(7 * at), score }));
  it('requires four consecutive weeks at 80', () => {
    expect(graduationDay(weeks([80, 80, 80, 80]), onboardingRules)).toBe(on(21));
    expect(graduationDay(weeks([80, 80, 80, 79.999, 80, 80, 80]), onboardingRules)).toBeNull();
    expect(graduationDay(weeks([80, 80, null, 80, 80]), onboardingRules)).toBeNull();
  });
  it('does not count across a missing week', () => {
    const gap = weeks([90, 90, 90, 90, 90]).filter((_, at) => at !== 2);
    expect(graduationDay(gap, onboardingRules)).toBeNull();
  });
});

describe('the state', () => {
  const facts = (more: Partial<OnboardingStatusInput> = {}): OnboardingStatusInput => ({
    liveOn,
    leftOn: null,
    graduatedOn: null,
    extensionDays: 0,
    pauses: [],
    weeks: [{ weekEnd: on(60), score: 50 }],
    firstUses: [on(3)],
    ...more,
  });
  const state = (more: Partial<OnboardingStatusInput>, day = 60) =>
    caseStatusOnDay(facts(more), on(day), onboardingDaysAndTargets, onboardingRules).state;
  const scored = (score: number | null) => ({ weeks: [{ weekEnd: on(60), score }] });

  it.each([
    [45, 'on_track'],
    [44.999, 'behind'],
    [30, 'behind'],
    [29.999, 'far_behind'],
    [null, 'unscored'],
  ])('with a score of %s where 50 is expected is %s', (score, expected) =>
    expect(state(scored(score))).toBe(expected),
  );

  it.each([
    [{ liveOn: null }, 60, 'not_live'],
    [{}, -1, 'not_live'],
    [{ firstUses: [] }, 13, 'unscored'],
    [{ firstUses: [] }, 14, 'not_started'],
    [{ firstUses: [on(15)] }, 14, 'not_started'],
    [{}, 180, 'on_track'],
    [{}, 181, 'timed_out'],
    [{ extensionDays: 30 }, 210, 'on_track'],
    [{ extensionDays: 30 }, 211, 'timed_out'],
    [{ pauses: [{ from: on(50), until: null }] }, 70, 'paused'],
    [{ pauses: [{ from: on(50), until: on(70) }] }, 70, 'on_track'],
    [{ graduatedOn: on(60) }, 60, 'graduated'],
    [{ graduatedOn: on(61) }, 60, 'on_track'],
    [{ leftOn: on(60) }, 60, 'left'],
    [{ leftOn: on(70), graduatedOn: on(60) }, 80, 'graduated'],
  ] as const)('%o on day %i is %s', (more, day, expected) =>
    expect(state(more, day)).toBe(expected),
  );

  it('is stuck after gaining less than two points in three weeks without a new product', () => {
    const weeks = (gained: number) =>
      [39, 46, 53, 60].map((day) => ({ weekEnd: on(day), score: 20 + (day === 60 ? gained : 0) }));
    expect(state({ weeks: weeks(1.999) })).toBe('stuck');
    expect(state({ weeks: weeks(2) })).toBe('far_behind');
    expect(state({ weeks: weeks(0), firstUses: [on(3), on(40)] })).toBe('far_behind');
    expect(state({ weeks: weeks(0), firstUses: [on(39)] })).toBe('stuck');
    expect(state({ weeks: weeks(0).slice(1) })).toBe('far_behind');
  });

  it('ignores later data', () => {
    const later = {
      weeks: [...facts().weeks, { weekEnd: on(67), score: 0 }],
      graduatedOn: on(90),
      leftOn: on(95),
    };
    expect(
      caseStatusOnDay(facts(later), on(60), onboardingDaysAndTargets, onboardingRules),
    ).toEqual(caseStatusOnDay(facts(), on(60), onboardingDaysAndTargets, onboardingRules));
  });
});
