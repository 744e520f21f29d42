import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterAndSortRows } from '#shared/list/apply.ts';
import { emptyListState, visibleColumns } from '#shared/list/state.ts';
import { type RiskCase, riskReasonKeys, riskReasonNames } from '#shared/work/cases.ts';
import { createListedRisk } from '#test/records.ts';
import { riskColumns, riskTabColumns } from './columns.ts';
import { type ListedRiskCustomer, riskTabs } from './list.ts';
import { isOnRiskTab, joinRisksWithWork } from './rows.ts';

const week = '2026-11-08';
const today = '2026-11-18';
const person = { id: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e5f', name: 'Morgan Member' };
const listOf = (...rows: ListedRiskCustomer[]) => ({
  weekStartDate: week,
  weekEndDate: '2026-11-14',
  healthyFrom: 75,
  inGrace: 0,
  rows,
});
const riskCase = (facts: Partial<RiskCase> = {}): RiskCase => ({
  institutionId: 1001,
  assignee: null,
  snooze: null,
  lastOutcome: null,
  version: 1,
  ...facts,
});
const snooze = {
  until: '2026-12-01',
  reason: 'Known season',
  by: person,
  at: '2026-11-17T18:00:00.000Z',
};
const outcome = (judgedWeek: string | null) => ({
  outcomeId: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e60',
  outcome: 'contacted' as const,
  note: '',
  by: person,
  at: '2026-11-18T05:00:00.000Z',
  judgedWeek,
  judgedScore: 30,
  judgedTier: 'Critical' as const,
  judgedReasons: [],
});
function rowOf(customer: ListedRiskCustomer, found?: RiskCase) {
  const cases = new Map(found === undefined ? [] : [[customer.institutionId, found]]);
  const [row] = joinRisksWithWork(
    listOf(customer),
    { cases, summaries: new Map() },
    today,
    'America/Los_Angeles',
  );
  if (row === undefined) throw new Error('no row');
  return row;
}

describe('priority', () => {
  it('is chance times yearly revenue times renewal', () => {
    const row = rowOf(
      createListedRisk({ adoptionScore: 37.5, annualRevenue: 10_000, renewalOn: '2026-12-01' }),
    );
    expect(row).toMatchObject({ lossChance: 0.5, renewalFactor: 1.5, priority: 7500 });
  });
  it.each([
    ['snoozed', createListedRisk(), riskCase({ snooze })],
    ['without a revenue', createListedRisk({ annualRevenue: null }), undefined],
    ['without a score', createListedRisk({ adoptionScore: null }), undefined],
  ])('is missing for a customer %s, which is sorted last', (_, customer, found) => {
    const row = rowOf(customer, found);
    expect(row.priority).toBeNull();
    const first = rowOf(createListedRisk({ institutionId: 5, annualRevenue: 1 }));
    const sort = [{ column: 'priority', descending: true }];
    expect(
      filterAndSortRows([row, first], riskColumns, { ...emptyListState, sort }).map(
        (each) => each.institutionId,
      ),
    ).toEqual([5, 1001]);
  });
});

describe('the tabs', () => {
  const tabsOf = (customer: ListedRiskCustomer, found?: RiskCase) =>
    riskTabs.filter((tab) => isOnRiskTab(rowOf(customer, found), tab));

  it.each([
    ['has no decision', createListedRisk(), undefined, ['queue', 'all']],
    ['is snoozed', createListedRisk(), riskCase({ snooze }), ['all', 'snoozed']],
    [
      'had an outcome this week',
      createListedRisk(),
      riskCase({ lastOutcome: outcome(week) }),
      ['all'],
    ],
    [
      'had an outcome the week before',
      createListedRisk(),
      riskCase({ lastOutcome: outcome('2026-11-01') }),
      ['queue', 'all'],
    ],
    [
      'had an outcome before its first score',
      createListedRisk(),
      riskCase({ lastOutcome: outcome(null) }),
      ['queue', 'all'],
    ],
    ['is assigned', createListedRisk(), riskCase({ assignee: person }), ['queue', 'all']],
    [
      'has too little data',
      createListedRisk({ standing: 'cannot_judge' }),
      undefined,
      ['cannot-judge'],
    ],
    [
      'has recovered',
      createListedRisk({ standing: 'recovered' }),
      riskCase({ snooze }),
      ['recovered'],
    ],
  ])('contain a customer that %s', (_, customer, found, tabs) =>
    expect(tabsOf(customer, found)).toEqual(tabs),
  );

  it('never put a customer on two status tabs', () => {
    const notice = {
      lossId: '22222222-2222-4222-8222-222222222222',
      noticedOn: '2026-10-18',
      leavesOn: '2026-12-16',
      reason: 'Competitor',
      reasonDetail: null,
      saveAttempt: null,
    };
    const standings = fc.constantFrom(
      'at_risk' as const,
      'cannot_judge' as const,
      'recovered' as const,
    );
    fc.assert(
      fc.property(
        standings,
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (standing, isSnoozed, isJudged, hasNotice) => {
          const row = {
            standing,
            notice: hasNotice ? notice : null,
            snoozedUntil: isSnoozed ? '2026-12-01' : null,
            isJudged,
          };
          const ofRisk = isOnRiskTab(row, 'all');
          expect(
            [ofRisk, isOnRiskTab(row, 'cannot-judge'), isOnRiskTab(row, 'recovered')].filter(
              Boolean,
            ),
          ).toHaveLength(1);
          if (isOnRiskTab(row, 'queue') || isOnRiskTab(row, 'snoozed')) expect(ofRisk).toBe(true);
          expect(isOnRiskTab(row, 'queue') && isOnRiskTab(row, 'snoozed')).toBe(false);
          expect(isOnRiskTab(row, 'leaving')).toBe(hasNotice);
          expect(isOnRiskTab(row, 'queue') && hasNotice).toBe(false);
        },
      ),
    );
  });

  it.each(riskTabs)('begin with columns that exist: %s', (tab) => {
    const columns = riskTabColumns[tab];
    expect(visibleColumns(riskColumns, { columns }).map(({ key }) => key)).toEqual(columns);
  });
});

it('shows the weakest product without sub-products, and days in the business time zone', () => {
  const row = rowOf(
    createListedRisk({
      featureEntitlements: { onlineBooking: true, recalls: true, forms: true, messaging: false },
      featureScores: { onlineBooking: 60, recalls: 3, forms: 41, messaging: 1 },
    }),
    riskCase({ lastOutcome: outcome(week) }),
  );
  expect(row.weakestProduct).toBe('Forms');
  expect(row.lastOutcomeOn).toBe('2026-11-17');
  expect(
    rowOf(createListedRisk({ featureScores: {}, featureEntitlements: {} })).weakestProduct,
  ).toBeNull();
});

it('describes reasons, trend and next step', () => {
  const row = rowOf(
    createListedRisk({
      reasons: ['critical', 'declining', 'not_active'],
      consecutiveWeeksDeclining: 1,
      trend: [null, 52, null, 38, null],
    }),
    riskCase({ snooze, lastOutcome: outcome(week) }),
  );
  expect(row).toMatchObject({
    reasonText: 'Critical score, declining 1 week, not active',
    trendChange: -14,
    nextStep: 'Snoozed until Dec 1',
    isTaskOverdue: false,
  });
  expect(rowOf(createListedRisk({ trend: [null, 40] }))).toMatchObject({
    trendChange: null,
    nextStep: null,
  });
  expect(rowOf(createListedRisk(), riskCase({ lastOutcome: outcome(week) })).nextStep).toBe(null);
});

it.each([
  [{ title: 'Call', dueOn: '2026-11-18' }, 'Due Nov 18: Call', false],
  [{ title: 'Call', dueOn: '2026-11-17' }, 'Overdue Nov 17: Call', true],
  [{ title: 'Call', dueOn: '2027-01-05' }, 'Due Jan 5, 2027: Call', false],
  [{ title: 'Call', dueOn: null }, 'Call', false],
])('the next step is the first due task: %o', (nextTask, nextStep, isTaskOverdue) => {
  const summaries = new Map([
    [1001, { institutionId: 1001, openTasks: 1, nextTask, lastTouchAt: null }],
  ]);
  const [row] = joinRisksWithWork(
    listOf(createListedRisk()),
    { cases: new Map([[1001, riskCase({ snooze })]]), summaries },
    today,
    'America/Los_Angeles',
  );
  expect(row).toMatchObject({ nextStep, isTaskOverdue });
});

it.each(riskReasonKeys)(
  'a filter by the word of the reason %s finds exactly the customers with that reason',
  (reason) => {
    const rows = riskReasonKeys.map((each, at) =>
      rowOf(
        createListedRisk({ institutionId: at + 1, reasons: [each], consecutiveWeeksDeclining: 5 }),
      ),
    );
    const filters = [
      { column: 'reasons', kind: 'contains', text: riskReasonNames[reason] } as const,
    ];
    expect(
      filterAndSortRows(rows, riskColumns, { ...emptyListState, filters }).map(
        (row) => row.reasons,
      ),
    ).toEqual([[reason]]);
  },
);
