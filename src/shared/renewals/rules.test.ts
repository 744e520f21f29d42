import { expect, it } from 'vitest';
import { createUntypedListRows } from '#shared/list/source.ts';
import { createListedRenewal as row } from '#test/renewal-rows.ts';
import { renewalColumns } from './columns.ts';
import { renewalNextStep } from './next-step.ts';
import { computeRenewalProbability, defaultExpected, expectedText } from './probability.ts';
import { computeQuarterForecasts } from './quarter-forecasts.ts';
import { quarterOf, quarterText } from './quarters.ts';
import type { ListedRenewal, RenewalBefore } from './renewals.ts';
import {
  computeForecastTotals,
  computePredictedRisk,
  isLostByNotice,
  resolveForecastCategory,
  sumForecastTotals,
} from './rules.ts';
import { renewalsVocabulary } from './vocabulary.ts';
import { renewalWeekChange } from './week-changes.ts';

it('derives the risk from the churn tier, otherwise from the health tier', () => {
  expect(computePredictedRisk({ churnTier: 'MEDIUM', healthTier: 'Healthy' })).toBe('High');
  expect(computePredictedRisk({ churnTier: null, healthTier: 'Critical' })).toBe('High');
  expect(computePredictedRisk({ churnTier: null, healthTier: 'Medium' })).toBe('Medium');
  expect(computePredictedRisk({ churnTier: null, healthTier: 'Healthy' })).toBe('Low');
  expect(computePredictedRisk({ churnTier: null, healthTier: 'Unknown' })).toBe('Unknown');
});

it('uses the owner’s forecast, otherwise the risk, and an admin’s decision when they contradict each other', () => {
  const opinions = {
    stage: 'contacted',
    call: null,
    systemRisk: 'Low',
    decision: null,
    isLostByNotice: false,
  } as const;
  expect(resolveForecastCategory(opinions)).toBe('Most likely');
  expect(resolveForecastCategory({ ...opinions, stage: 'verbal' })).toBe('Commit');
  expect(resolveForecastCategory({ ...opinions, stage: 'signed' })).toBe('Closed');
  expect(resolveForecastCategory({ ...opinions, call: 'monitor', systemRisk: 'Medium' })).toBe(
    'Best case',
  );
  expect(resolveForecastCategory({ ...opinions, call: 'leave' })).toBe('At risk');
  expect(resolveForecastCategory({ ...opinions, call: 'leave', decision: 'risk' })).toBe(
    'Most likely',
  );
  expect(resolveForecastCategory({ ...opinions, call: 'renew', systemRisk: 'High' })).toBe(
    'At risk',
  );
  expect(
    resolveForecastCategory({ ...opinions, call: 'renew', systemRisk: 'High', decision: 'call' }),
  ).toBe('Most likely');
  expect(
    resolveForecastCategory({ ...opinions, call: 'renew', systemRisk: 'High', decision: 'risk' }),
  ).toBe('At risk');
});

it('is lost after a notice, unless someone tries to keep the customer', () => {
  const leavesOn = '2026-12-16';
  const today = '2026-11-18';
  expect(isLostByNotice({ leavesOn, saveAttemptUntil: null }, today)).toBe(true);
  expect(isLostByNotice({ leavesOn, saveAttemptUntil: '2026-11-17' }, today)).toBe(true);
  expect(isLostByNotice({ leavesOn, saveAttemptUntil: today }, today)).toBe(false);
  expect(isLostByNotice({ leavesOn: null, saveAttemptUntil: null }, today)).toBe(false);
  const opinions = {
    call: 'renew',
    systemRisk: 'Low',
    decision: null,
    isLostByNotice: true,
  } as const;
  expect(resolveForecastCategory({ ...opinions, stage: 'verbal' })).toBe('Lost');
  expect(resolveForecastCategory({ ...opinions, stage: 'signed' })).toBe('Closed');
});

it('sums scenarios: expected in the middle, amounts due × weights around it', () => {
  const rows = [
    row({}),
    row({ expected: 500 }),
    row({ amountDue: null, expected: null }),
    row({ forecast: 'At risk', expected: 300 }),
    row({ forecast: 'Lost', expected: 0 }),
  ];
  const scenarios = computeForecastTotals(rows);
  expect(scenarios.find(({ forecast }) => forecast === 'Most likely')).toMatchObject({
    renewals: 3,
    due: 2_000,
    high: 2_000,
    expected: 1_400,
    low: 1_250,
  });
  expect(sumForecastTotals(scenarios)).toMatchObject({
    renewals: 5,
    due: 4_000,
    high: 2_600,
    expected: 1_700,
    low: 1_300,
  });
});

it.each([
  [{ forecast: 'Most likely' }, 90, 'Most likely 90%'],
  [{ forecast: 'Most likely', healthTier: 'Critical' }, 75, 'Most likely 90% − Critical 15 points'],
  [{ forecast: 'At risk', healthTier: 'Critical', isForecastFromRisk: true }, 30, 'At risk 30%'],
  [
    { forecast: 'At risk', churnTier: 'HIGH', leavesOn: '2026-12-16' },
    5,
    'At risk 30% − churn tier HIGH 20 points − notice 40 points, at least 5%',
  ],
  [{ forecast: 'Lost', leavesOn: '2026-12-16' }, 0, 'Lost 0%'],
  [{ forecast: 'Closed', healthTier: 'Critical' }, 100, 'Closed 100%'],
] as const)('computes the probability of %o', (facts, percent, text) => {
  const usual = { isForecastFromRisk: false, churnTier: null, leavesOn: null } as const;
  expect(computeRenewalProbability({ ...usual, healthTier: 'Healthy', ...facts })).toEqual({
    percent,
    text,
  });
});

it('prints the default with its formula, and an override with its reason', () => {
  const amounts = { amountDue: 13_248, probability: 75, probabilityText: 'Most likely 90% − …' };
  expect(defaultExpected(amounts)).toBe(9_936);
  expect(expectedText({ ...amounts, expectedOverride: null })).toBe(
    '$13,248 × 75%: Most likely 90% − …',
  );
  const expectedOverride = { dollars: 9_000, reason: 'Price cut agreed', by: 'Ana Pérez' };
  expect(expectedText({ ...amounts, expectedOverride })).toBe('Set by Ana Pérez: Price cut agreed');
});

it.each([
  [-1, 'contacted', 'Overdue: record the outcome, or change the date in the CRM'],
  [0, 'contacted', 'Due today: get the customer’s answer'],
  [1, 'verbal', 'Due tomorrow: get signature'],
  [2, 'proposal', 'Get the customer’s answer this week'],
  [7, 'verbal', 'Get signature this week'],
  [8, 'contacted', 'Send the proposal now'],
  [30, 'proposal', 'Follow up on proposal'],
  [31, 'contacted', 'Three-month check-in'],
  [90, 'contacted', 'Three-month check-in'],
  [91, 'contacted', 'Six-month check-in'],
  [181, 'contacted', 'Prepare the proposal'],
] as const)('has a next step that fits %i days left in stage %s: %s', (daysLeft, stage, step) => {
  expect(renewalNextStep(row({ daysLeft, stage, call: 'renew' }), '2026-11-18')).toBe(step);
});

it('finds the calendar quarter of a day', () => {
  expect(quarterOf('2026-12-31')).toEqual({ from: '2026-10-01', to: '2026-12-31' });
  expect(quarterOf('2028-02-29')).toEqual({ from: '2028-01-01', to: '2028-03-31' });
  expect(quarterText('2026-09-30')).toBe('Q3 2026');
});

it('forecasts each quarter with the reasons of its change', () => {
  const before = {
    dueOn: '2026-12-10',
    amountDue: 1_000,
    expected: 900,
    forecast: 'Most likely',
    stage: 'contacted',
  } as const;
  const compared = (facts: Partial<ListedRenewal>, was: RenewalBefore | null = before) => {
    const now = row({ dueOn: '2026-12-10', ...facts });
    return { ...now, before: was, weekChange: renewalWeekChange(was, now) };
  };
  const signed = compared({ stage: 'signed', forecast: 'Closed', expected: 1_000 });
  const slipped = compared({ dueOn: '2027-01-05' });
  const created = compared({}, null);
  const same = compared({});
  const repriced = compared({ amountDue: 500, expected: 450 });
  expect([signed, slipped, created, same, repriced].map(({ weekChange }) => weekChange)).toEqual([
    'Signed',
    'Slipped',
    'New',
    'Unchanged',
    'Amount changed',
  ]);
  const [fourth, first] = computeQuarterForecasts({
    rows: [signed, slipped, created, same, repriced],
    movedOut: [slipped],
    departed: [],
  });
  expect(fourth).toEqual({
    quarter: 'Q4 2026',
    from: '2026-10-01',
    renewals: 4,
    due: 3_500,
    commit: 1_000,
    mostLikely: 3_500,
    bestCase: 3_500,
    expected: 3_250,
    changes: [
      { reason: 'New', renewals: 1, dollars: 900 },
      { reason: 'Slipped', renewals: 1, dollars: -900 },
      { reason: 'Amount changed', renewals: 1, dollars: -450 },
      { reason: 'Signed', renewals: 1, dollars: 100 },
    ],
  });
  expect(first?.changes).toEqual([{ reason: 'Moved in', renewals: 1, dollars: 900 }]);
});

it('lists a renewal of a customer without an owner as Unassigned, as the assistant expects', () => {
  const source = createUntypedListRows(renewalColumns, [
    row({}),
    row({ ownerName: 'Priya Vaughn' }),
  ]);
  const { noneValue } = renewalsVocabulary.columns.ownerName ?? {};
  expect(source.valueCounts('ownerName').map(({ value }) => value)).toContain(noneValue);
});
