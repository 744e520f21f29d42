import { describe, expect, it } from 'vitest';
import {
  capacityCurve,
  caughtLossShare,
  caughtRevenue,
  computeDaysFromFlagToNotice,
  computeFlaggedCustomerLossShare,
  computeQualityBySegment,
  falseAlarmCases,
  missedLosses,
} from './quality-rules.ts';

const flag = (day: string, noticed_on: string | null, institution_id = 1) => ({
  institution_id,
  name: `Customer ${institution_id}`,
  day,
  tier: 'HIGH' as const,
  chance60: 0.3,
  patterns: ['low_score', 'declining', 'no_use'],
  noticed_on,
  reason: null,
  size_tier: 'Small' as const,
  ehr: 'Dentrix',
  tenure_days: 400,
  contacted: false,
});
const loss = (noticed_on: string, flagged_on: string | null, institution_id = 1) => ({
  institution_id,
  name: `Customer ${institution_id}`,
  noticed_on,
  flagged_on,
  chance: 0.2,
  patterns: 2,
  low_score_on: null,
  dollars: 100 * institution_id,
  size_tier: 'Small' as const,
  ehr: institution_id === 3 ? 'Eaglesoft' : 'Dentrix',
  tenure_days: 400,
});

describe('flags', () => {
  const flags = [
    flag('2026-08-02', '2026-08-20'),
    flag('2026-08-09', null, 2),
    flag('2026-08-16', '2026-08-16', 3),
  ];
  it('are correct when a notice followed', () => {
    expect(computeFlaggedCustomerLossShare(flags)).toEqual({ of: 3, hits: 2 });
    expect(computeDaysFromFlagToNotice(flags)).toEqual([18, 0]);
    expect(falseAlarmCases(flags).map(({ institutionId }) => institutionId)).toEqual([2]);
  });
});

describe('losses', () => {
  const losses = [
    loss('2026-09-30', '2026-09-23'),
    loss('2026-09-30', '2026-09-24', 2),
    loss('2026-09-30', null, 3),
  ];
  it('are flagged in time up to a week before the notice', () => {
    expect(caughtLossShare(losses)).toEqual({ of: 3, hits: 1 });
    expect(missedLosses(losses).map(({ institutionId }) => institutionId)).toEqual([2, 3]);
  });
  it('are weighted by known revenue', () => {
    expect(caughtRevenue(losses)).toEqual({ of: 600, hits: 100, unpriced: 0 });
    expect(
      caughtRevenue([...losses, { ...loss('2026-09-30', '2026-09-01'), dollars: null }]),
    ).toEqual({ of: 600, hits: 100, unpriced: 1 });
  });
  it('are split by size, tenure and EHR, most losses first', () => {
    const parts = computeQualityBySegment(
      [flag('2026-08-02', '2026-08-20'), flag('2026-08-09', null, 2)],
      losses,
    );
    expect(parts.slice(-2)).toEqual([
      { segment: 'Dentrix', flagged: { of: 2, hits: 1 }, losses: { of: 2, hits: 1 } },
      { segment: 'Eaglesoft', flagged: { of: 0, hits: 0 }, losses: { of: 1, hits: 0 } },
    ]);
    expect(parts.find(({ segment }) => segment === 'Small')?.losses.of).toBe(3);
  });
});

describe('capacity', () => {
  const ranked = [
    { institution_id: 1, day: '2026-06-07', rank: 1, left: true },
    { institution_id: 2, day: '2026-06-07', rank: 2, left: false },
    { institution_id: 1, day: '2026-06-14', rank: 1, left: true },
    { institution_id: 3, day: '2026-06-14', rank: 2, left: true },
    { institution_id: 2, day: '2026-07-19', rank: 1, left: false },
  ];
  it('counts a customer once while it stays among the first, and again after four weeks', () => {
    expect(capacityCurve(ranked, [1, 2])).toEqual([
      { k: 1, flagged: { of: 2, hits: 1 }, caught: 1 },
      { k: 2, flagged: { of: 4, hits: 2 }, caught: 2 },
    ]);
  });
});
