import { describe, expect, it } from 'vitest';
import type { ListFilter } from '#shared/list/state.ts';
import { tierFilter } from './week-figure-filters.ts';
import { findWeeklyHistoryQuery } from './week-plans.ts';

const inTexas: ListFilter = { column: 'state', kind: 'one-of', values: ['TX'] };
const mean = { kind: 'mean', column: 'adoptionScore' };

describe('a figure of the customer list', () => {
  it('is read from the weeks for the customers of its segment', () => {
    expect(findWeeklyHistoryQuery({ filters: [], statistic: null })).toEqual({
      figure: 'institutions',
      unit: '',
      segment: [],
    });
    expect(
      findWeeklyHistoryQuery({ filters: [inTexas, tierFilter('Critical')], statistic: null }),
    ).toEqual({
      figure: 'critical',
      unit: '',
      segment: [inTexas],
    });
    expect(findWeeklyHistoryQuery({ filters: [inTexas], statistic: mean })).toEqual({
      figure: 'averageScore',
      unit: '%',
      segment: [inTexas],
    });
  });

  it.each([
    [
      'a second state of the week',
      [tierFilter('Critical'), { column: 'atRisk', kind: 'is', value: true }],
      null,
    ],
    ['two tiers', [{ column: 'healthTier', kind: 'one-of', values: ['Critical', 'Medium'] }], null],
    ['customers that are not at risk', [{ column: 'atRisk', kind: 'is', value: false }], null],
    ['a mean of one tier', [tierFilter('Critical')], mean],
    ['a median', [], { ...mean, kind: 'median' }],
    ['another column', [], { kind: 'mean', column: 'openTicketCount' }],
  ] as const)('is unknown in the weeks for %s', (_, filters, statistic) => {
    expect(findWeeklyHistoryQuery({ filters, statistic })).toBeUndefined();
  });
});
