import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  minimumCustomersPerCurvePoint,
  minimumSurvivalCurveDepartures,
} from '#shared/core/numbers/smallest-samples.ts';
import { reasonGroupOf } from './reason-groups.ts';
import {
  buildSurvivalCohorts,
  type CustomerLifetime,
  computeChurnByTenure,
  computeSurvivalByGroup,
  findPeriodWithEnoughCustomers,
} from './rules.ts';
import { cohortMonths, observedCountMonths } from './survival.ts';

const daysOfMonth = 365.25 / 12;
const life = (facts: Partial<CustomerLifetime>): CustomerLifetime => ({
  entry: 0,
  time: 400,
  reason: null,
  sizeTier: 'Small',
  practiceType: null,
  ehr: null,
  onboarding: null,
  products: null,
  ...facts,
});

const lives = fc.array(
  fc
    .record({
      entry: fc.integer({ min: 0, max: 1500 }),
      length: fc.integer({ min: 1, max: 1500 }),
      reason: fc.constantFrom(null, null, 'Low use', 'Competitor', 'Practice sold or closed'),
      sizeTier: fc.constantFrom('Small', 'Large', null),
    })
    .map(({ entry, length, reason, sizeTier }) =>
      life({ entry, time: entry + length, reason, sizeTier }),
    ),
  { minLength: 60, maxLength: 250 },
);

/**
 * Computes the Kaplan–Meier share directly from its definition, with one factor for each day with
 * departures.
 */
function plainShare(
  all: readonly CustomerLifetime[],
  from: number,
  until: number,
  withClosed: boolean,
): number {
  const left = (each: CustomerLifetime) =>
    each.reason !== null && (withClosed || each.reason !== 'Practice sold or closed');
  let share = 1;
  for (let day = from + 1; day <= until; day++) {
    const watched = all.filter(({ entry, time }) => Math.max(entry, from) < day && time >= day);
    const gone = watched.filter((each) => each.time === day && left(each)).length;
    if (gone > 0) share *= 1 - gone / watched.length;
  }
  return share;
}

describe('survival', () => {
  it('matches the definition at every step', () => {
    fc.assert(
      fc.property(lives, fc.boolean(), (all, withClosed) => {
        const { groups } = computeSurvivalByGroup(all, 'all', withClosed);
        const curve = groups[0]?.curve;
        if (curve == null) return;
        const from = Math.round(curve.span.from * daysOfMonth);
        for (const { month, share } of curve.steps)
          expect(share).toBeCloseTo(
            plainShare(all, from, Math.round(month * daysOfMonth), withClosed),
            10,
          );
      }),
      { numRuns: 20 },
    );
  });

  it('counts all customers and departures in every grouping', () => {
    fc.assert(
      fc.property(lives, (all) => {
        const { groups } = computeSurvivalByGroup(all, 'sizeTier', true);
        expect(groups.reduce((sum, { customers }) => sum + customers, 0)).toBe(all.length);
        expect(groups.reduce((sum, { left }) => sum + left, 0)).toBe(
          all.filter(({ reason }) => reason !== null).length,
        );
        expect(groups.slice(0, -1).every(({ name }) => name !== null)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it(`needs ${minimumSurvivalCurveDepartures} departures and ${minimumCustomersPerCurvePoint} observed customers`, () => {
    const leaving = (count: number, closed = 0) => [
      ...Array.from({ length: count }, (_, at) =>
        life({ time: 30 * (at + 1), reason: at < closed ? 'Practice sold or closed' : 'Low use' }),
      ),
      ...Array.from({ length: 5 }, () => life({ time: 2000 })),
    ];
    expect(
      computeSurvivalByGroup(leaving(minimumSurvivalCurveDepartures - 1), 'all', false).groups[0],
    ).toMatchObject({
      left: minimumSurvivalCurveDepartures - 1,
      curve: null,
    });
    expect(
      computeSurvivalByGroup(leaving(minimumSurvivalCurveDepartures, 1), 'all', false).groups[0],
    ).toMatchObject({
      left: minimumSurvivalCurveDepartures - 1,
      curve: null,
    });
    const [group] = computeSurvivalByGroup(
      leaving(minimumSurvivalCurveDepartures, 1),
      'all',
      true,
    ).groups;
    // Nine of 25 customers remain; 16 have left.
    expect(group?.curve?.span).toEqual({ from: 0, to: (30 * 16) / daysOfMonth });
    expect(group?.curve?.steps).toHaveLength(16);
    expect(group?.curve?.median?.at).toBeCloseTo((30 * 13) / daysOfMonth, 10);
    // Observed for less than 36 months.
    expect(group?.curve?.meanMonths).toBeNull();
    expect(group?.atRisk).toEqual(
      observedCountMonths.map(
        (month) =>
          5 +
          Array.from({ length: 20 }, (_, at) => 30 * (at + 1)).filter(
            (day) => day > month * daysOfMonth,
          ).length -
          (month * daysOfMonth >= 2000 ? 5 : 0),
      ),
    );
  });

  it('starts where enough customers are observed, and has no mean unless it starts at go-live', () => {
    const all = Array.from({ length: 60 }, (_, at) =>
      life({ entry: 700, time: 1000 + at, reason: at < 30 ? 'Low use' : null }),
    );
    const curve = computeSurvivalByGroup(all, 'all', false).groups[0]?.curve;
    expect(curve?.span.from).toBeCloseTo(700 / daysOfMonth, 10);
    expect(curve?.meanMonths).toBeNull();
    expect(curve?.median).not.toBeNull();
  });

  it('tests known groups with curves and detects a difference', () => {
    const group = (sizeTier: string | null, every: number) =>
      Array.from({ length: 80 }, (_, at) =>
        life({ sizeTier, time: 10 + at * every, reason: at % 2 === 0 ? 'Low use' : null }),
      );
    expect(
      computeSurvivalByGroup([...group('Small', 1), ...group('Large', 8)], 'sizeTier', false).p,
    ).toBeLessThan(0.001);
    expect(
      computeSurvivalByGroup([...group('Small', 3), ...group('Large', 3)], 'sizeTier', false).p,
    ).toBeGreaterThan(0.9);
    expect(
      computeSurvivalByGroup([...group('Small', 1), ...group(null, 8)], 'sizeTier', false).p,
    ).toBeNull();
  });

  it('observes onboarding outcomes from the day on which they are known', () => {
    const all = Array.from({ length: 80 }, (_, at) =>
      life({ onboarding: 'Reached', time: 20 + at * 5, reason: 'Low use' }),
    );
    const [group] = computeSurvivalByGroup(all, 'onboarding', false).groups;
    expect(group?.customers).toBe(all.filter(({ time }) => time > 60).length);
    expect(group?.curve?.span.from).toBeCloseTo(60 / daysOfMonth, 10);
  });

  it('is empty without customers', () => {
    expect(computeSurvivalByGroup([], 'all', false)).toEqual({ groups: [], p: null });
    expect(findPeriodWithEnoughCustomers([])).toBeUndefined();
    expect(computeSurvivalByGroup([life({ entry: 5, time: 5 })], 'all', false).groups).toEqual([]);
  });
});

describe('tenure', () => {
  it('the shares lost and still active add up to one', () => {
    fc.assert(
      fc.property(lives, (all) => {
        const { incidence, span } = computeChurnByTenure(all, false);
        if (span === null) return;
        const gone = incidence.reduce((sum, { steps }) => sum + (steps.at(-1)?.share ?? 0), 0);
        const [from, to] = [Math.round(span.from * daysOfMonth), Math.round(span.to * daysOfMonth)];
        expect(gone).toBeCloseTo(1 - plainShare(all, from, to, true), 10);
        expect(incidence.map(({ left }) => left)).toEqual(
          incidence.map(({ left }) => left).toSorted((one, other) => other - one),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('the rate is departures per month observed', () => {
    const all = [
      ...Array.from({ length: 12 }, () => life({ entry: daysOfMonth, time: 2 * daysOfMonth })),
      ...Array.from({ length: 3 }, () => life({ time: 4 * daysOfMonth, reason: 'Competitor' })),
      life({ time: 5 * daysOfMonth, reason: 'Practice sold or closed' }),
    ];
    const [first, second] = computeChurnByTenure(all, false).rates;
    // Twelve customers are observed for one month, and four for three months.
    expect(first).toMatchObject({ from: 0, to: 3, watched: 16, left: 0, rate: { at: 0, low: 0 } });
    expect(first?.rate?.high).toBeCloseTo(3.689 / 24, 2);
    // Four customers are too few for a rate. Three are observed for one month, and one for two
    // months.
    expect(second).toMatchObject({ from: 3, to: 6, watched: 4, left: 3, rate: null });
    expect(computeChurnByTenure(all, true).rates[1]).toMatchObject({ left: 4 });
  });

  it('an unlisted reason is unknown', () => {
    expect([
      reasonGroupOf('EHR switch'),
      reasonGroupOf('Practice sold or closed'),
      reasonGroupOf('Moved to Mars'),
    ]).toEqual(['Another system', 'Sold or closed', 'Unknown']);
  });
});

it('cohorts are blank while too young, and have no revenue when no customer paid', () => {
  const count = (quarterStart: string, month: number, facts: { still: number; cents: number }) => ({
    quarterStart,
    month,
    customers: 10,
    paying: facts.cents === 0 ? 0 : 9,
    centsStill: facts.cents * 1.5,
    ...facts,
  });
  const rows = buildSurvivalCohorts([
    count('2026-01-01', 3, { still: 8, cents: 200 }),
    count('2026-01-01', 0, { still: 10, cents: 200 }),
    count('2026-04-01', 0, { still: 10, cents: 0 }),
    count('2026-04-01', 3, { still: 9, cents: 0 }),
  ]);
  expect(rows.map(({ quarter }) => quarter)).toEqual(['2026 Q2', '2026 Q1']);
  expect(rows[1]?.cells).toEqual(
    cohortMonths.map((month) =>
      month === 3
        ? { customers: { customers: 10, share: 0.8 }, revenue: { customers: 9, share: 1.5 } }
        : null,
    ),
  );
  expect(rows[0]?.cells[0]).toEqual({ customers: { customers: 10, share: 0.9 }, revenue: null });
});
