import { expect, it } from 'vitest';
import { createUntypedListRows } from '#shared/list/source.ts';
import { renewalColumns } from './columns.ts';
import type { ListedRenewal } from './renewals.ts';
import {
  computeForecastTotals,
  computePredictedRisk,
  isLostByNotice,
  resolveForecastCategory,
  sumForecastTotals,
} from './rules.ts';
import { renewalsVocabulary } from './vocabulary.ts';

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

const row = (facts: Partial<ListedRenewal>): ListedRenewal => ({
  dealId: 1,
  institutionId: 1,
  institutionName: 'Elm Dental',
  adoptionScore: 80,
  healthTier: 'Healthy',
  churnTier: null,
  dueOn: '2027-01-31',
  daysLeft: 74,
  amountDue: 1_000,
  amountFrom: 'deal',
  expected: null,
  stage: 'contacted',
  forecast: 'Most likely',
  systemRisk: 'Low',
  call: null,
  callNote: null,
  isOpposed: false,
  decision: null,
  decidedBy: null,
  decidedAt: null,
  sixMonths: null,
  threeMonths: null,
  ownerName: null,
  leavesOn: null,
  saveAttemptUntil: null,
  movedFrom: null,
  nextStep: null,
  version: 0,
  ...facts,
});

it('sums scenarios over expected amounts, otherwise amounts due, otherwise 0', () => {
  const rows = [
    row({}),
    row({ expected: 500 }),
    row({ amountDue: null }),
    row({ forecast: 'At risk' }),
    row({ forecast: 'Lost' }),
  ];
  const scenarios = computeForecastTotals(rows);
  expect(scenarios.find(({ forecast }) => forecast === 'Most likely')).toMatchObject({
    renewals: 3,
    due: 2_000,
    high: 1_500,
    likely: 1_350,
    low: 1_125,
  });
  expect(sumForecastTotals(scenarios)).toMatchObject({
    renewals: 5,
    due: 4_000,
    high: 2_100,
    likely: 1_650,
    low: 1_175,
  });
});

it('lists a renewal of a customer without an owner as Unassigned, as the assistant expects', () => {
  const source = createUntypedListRows(renewalColumns, [
    row({}),
    row({ ownerName: 'Priya Vaughn' }),
  ]);
  const { noneValue } = renewalsVocabulary.columns.ownerName ?? {};
  expect(source.valueCounts('ownerName').map(({ value }) => value)).toContain(noneValue);
});
