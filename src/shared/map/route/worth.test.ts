import { describe, expect, it } from 'vitest';
import { type CustomerVisitFacts, customerVisitReasons, prospectVisitReasons } from './worth.ts';

const today = '2026-11-27';
const quiet: CustomerVisitFacts = {
  riskReasons: [],
  weeksDeclining: 0,
  renewalOn: null,
  onboarding: undefined,
  leavesOn: null,
};
const reasons = (facts: Partial<CustomerVisitFacts>) =>
  customerVisitReasons({ ...quiet, ...facts }, today).map(
    ({ text, points }) => `${text}: ${points}`,
  );

describe('the worth of a visit', () => {
  it.each([
    ['2027-02-25', ['Regular visit: 3']],
    ['2027-02-23', ['Renews in 88 days: 1']],
    ['2026-12-18', ['Renews in 21 days: 23']],
    ['2026-11-27', ['Renews today: 30']],
    ['2026-11-22', ['Renewal overdue since Nov 22, 2026: 30']],
  ])('of a renewal on %s', (renewalOn, expected) => {
    expect(reasons({ renewalOn })).toEqual(expected);
  });

  it('adds its parts, strongest first', () => {
    expect(
      reasons({
        riskReasons: ['critical', 'declining'],
        weeksDeclining: 3,
        renewalOn: '2026-12-18',
        onboarding: { state: 'stuck', blocker: null, day: 40 },
      }),
    ).toEqual([
      'Critical, declining 3 weeks: 45',
      'Onboarding stuck, day 40: 30',
      'Renews in 21 days: 23',
    ]);
  });

  it('is nothing for a leaving customer, and regular after onboarding', () => {
    expect(reasons({ riskReasons: ['critical'], leavesOn: '2026-12-31' })).toEqual([
      'Gave notice; last day Dec 31, 2026: 0',
    ]);
    expect(reasons({ onboarding: { state: 'graduated', blocker: null, day: 200 } })).toEqual([
      'Regular visit: 3',
    ]);
  });

  it('of a prospect comes from its score and stage', () => {
    expect(prospectVisitReasons({ score: 78, stage: 'Demo' })).toEqual([
      { text: 'Prospect score 78, demo scheduled', points: 64 },
    ]);
  });
});
