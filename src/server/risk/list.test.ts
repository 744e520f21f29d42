import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { exportRisks, getRiskList } from '#shared/risk/list.ts';
import { postRiskOutcomes, postRiskSnooze } from '#shared/work/cases.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { createScoreWeekRow } from '#test/score-week.ts';
import { determineAtRiskListGroup } from './list-rules.ts';

let test: TestApp;
const weeks = ['2026-10-04', '2026-10-11', '2026-10-18', '2026-10-25', '2026-11-01', '2026-11-08'];
const last = '2026-11-08';
const critical = {
  health_tier: 'Critical',
  adoption_score: 37.5,
  at_risk: true,
  weeks_at_risk: 2,
} as const;
let clock = new Date('2026-11-18T18:00:00Z');

beforeAll(async () => {
  test = await buildTestApp({ now: clock });
  const names = [
    '=cmd|calc',
    'Snoozed',
    'Judged',
    'Grace',
    'Unknown',
    'Recovered',
    'Long ago',
    'Steady',
    'Declining',
    'Churned',
    'Never',
  ];
  for (const [at, name] of names.entries()) {
    await insertInstitution(test.database, {
      institution_id: at + 1,
      name,
      go_live_on: name === 'Grace' ? '2026-10-01' : '2024-03-01',
      churned_on: name === 'Churned' ? '2026-11-01' : null,
    });
  }
  const { foreground } = test.database;
  await foreground
    .insertInto('rules_version')
    .values({
      rules_version_id: 1,
      rules: JSON.stringify(defaultHealthRules),
      note: '',
      created_at: clock,
    })
    .execute();
  await foreground
    .insertInto('official_week')
    .values(
      weeks.map((week_start) => ({
        week_start,
        week_end: week_start,
        rules_version_id: 1,
        closed_at: clock,
        institutions: 9,
      })),
    )
    .execute();
  await foreground
    .insertInto('score_version')
    .values([
      createScoreWeekRow({
        institution_id: 1,
        week_start: last,
        ...critical,
        has_zero_usage: true,
      }),
      createScoreWeekRow({ institution_id: 2, week_start: last, ...critical }),
      createScoreWeekRow({ institution_id: 3, week_start: last, ...critical }),
      createScoreWeekRow({
        institution_id: 4,
        week_start: last,
        ...critical,
        in_grace: true,
        at_risk: false,
        weeks_at_risk: 0,
      }),
      createScoreWeekRow({
        institution_id: 5,
        week_start: last,
        health_tier: 'Unknown',
        adoption_score: null,
        weeks_declining: 4,
        at_risk: true,
      }),
      createScoreWeekRow({
        institution_id: 6,
        week_start: '2026-10-11',
        ...critical,
        weeks_at_risk: 4,
      }),
      createScoreWeekRow({
        institution_id: 6,
        week_start: '2026-10-18',
        ...critical,
        weeks_at_risk: 5,
      }),
      createScoreWeekRow({ institution_id: 6, week_start: last }),
      createScoreWeekRow({ institution_id: 7, week_start: '2026-10-04', ...critical }),
      createScoreWeekRow({ institution_id: 7, week_start: last }),
      createScoreWeekRow({ institution_id: 8, week_start: last }),
      createScoreWeekRow({
        institution_id: 9,
        week_start: last,
        at_risk: true,
        weeks_at_risk: 1,
        weeks_declining: 3,
        adoption_score: 80,
      }),
      createScoreWeekRow({ institution_id: 10, week_start: last, ...critical }),
    ])
    .execute();
  const deal = { name: 'Deal', stage: 'Open', owner_id: null, updated_at: clock };
  await foreground
    .insertInto('crm_deal')
    .values([
      {
        ...deal,
        institution_id: 1,
        deal_id: 1,
        pipeline: 'Renewals',
        amount_cents: 1_000_050,
        closes_on: '2026-12-01',
        closed: false,
      },
      {
        ...deal,
        institution_id: 1,
        deal_id: 2,
        pipeline: 'Renewals',
        amount_cents: 5_000,
        closes_on: '2028-12-01',
        closed: false,
      },
      {
        ...deal,
        institution_id: 9,
        deal_id: 3,
        pipeline: 'Expansion',
        amount_cents: 5_000,
        closes_on: '2026-12-01',
        closed: false,
      },
    ])
    .execute();
});
afterAll(() => test.close());

const list = async () =>
  getRiskList.response.parse((await test.inject({ method: 'GET', url: getRiskList.path })).json());
async function rowsOf(search = '') {
  const answer = await test.inject({ method: 'GET', url: `${exportRisks.path}${search}` });
  expect(answer.statusCode).toBe(200);
  const rows: Record<string, string>[] = parse(answer.body, { bom: true, columns: true });
  return rows;
}
const customersOf = async (search = '') => (await rowsOf(search)).map((row) => row.Customer);

describe('the list', () => {
  it('places each customer, and excludes those in grace, steady or gone', async () => {
    const answer = await list();
    expect(answer).toMatchObject({ weekStartDate: last, healthyFrom: 75, inGrace: 1 });
    expect(answer.rows.map((row) => [row.institutionName, row.standing, row.reasons])).toEqual([
      ['=cmd|calc', 'at_risk', ['critical', 'not_active']],
      ['Snoozed', 'at_risk', ['critical']],
      ['Judged', 'at_risk', ['critical']],
      ['Unknown', 'cannot_judge', []],
      ['Recovered', 'recovered', []],
      ['Declining', 'at_risk', ['declining']],
      ['Never', 'cannot_judge', []],
    ]);
  });

  it('has the next renewal, and when a recovered customer was last at risk', async () => {
    const { rows: customers } = await list();
    expect(customers.find((row) => row.institutionId === 1)).toMatchObject({
      annualRevenue: 10000.5,
      renewalOn: '2026-12-01',
    });
    expect(customers.find((row) => row.institutionId === 9)).toMatchObject({
      annualRevenue: null,
      renewalOn: null,
    });
    expect(customers.find((row) => row.institutionId === 6)).toMatchObject({
      lastAtRiskOn: '2026-10-18',
      weeksAtRiskBefore: 5,
    });
  });

  it('has the scores of the last weeks, oldest first, with gaps', async () => {
    const { rows: customers } = await list();
    const trendOf = (id: number) => customers.find((row) => row.institutionId === id)?.trend;
    expect(trendOf(1)).toEqual([null, null, null, null, null, 37.5]);
    expect(trendOf(6)).toEqual([null, 37.5, 37.5, null, null, 80]);
    expect(trendOf(5)).toEqual([null, null, null, null, null, null]);
    expect(trendOf(11)).toEqual([]);
  });

  it('is sent once, then answered with 304', async () => {
    const { headers } = await test.inject({ method: 'GET', url: getRiskList.path });
    const again = await test.inject({
      method: 'GET',
      url: getRiskList.path,
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('follows changes of a renewal', async () => {
    const { foreground } = test.database;
    await foreground
      .updateTable('crm_deal')
      .set({ amount_cents: 2_000_000, updated_at: new Date('2026-11-18T18:30:00Z') })
      .where('deal_id', '=', 1)
      .execute();
    clock = new Date(clock.getTime() + 5000);
    test.setClock(clock);
    expect((await list()).rows.find((row) => row.institutionId === 1)?.annualRevenue).toBe(20_000);
  });

  it.each([
    [{ inGrace: true, healthTier: 'Critical', atRisk: true }, true],
    [{ inGrace: true, healthTier: 'Unknown', atRisk: false }, false],
  ] as const)('never names a customer in grace: %o', (customer, was) =>
    expect(determineAtRiskListGroup({ ...customer, leavesOn: null }, was)).toBeUndefined(),
  );

  it.each([
    [{ inGrace: true, healthTier: 'Healthy', atRisk: false }, 'leaving'],
    [{ inGrace: false, healthTier: 'Healthy', atRisk: false }, 'leaving'],
    [{ inGrace: false, healthTier: 'Critical', atRisk: true }, 'at_risk'],
    [{ inGrace: false, healthTier: 'Unknown', atRisk: false }, 'cannot_judge'],
  ] as const)(
    'names a leaving customer by its health, otherwise as leaving: %o',
    (customer, group) =>
      expect(determineAtRiskListGroup({ ...customer, leavesOn: '2026-12-16' }, false)).toBe(group),
  );
});

describe('the export', () => {
  it('has the queue without snoozed or decided customers, most urgent first on request', async () => {
    const body = {
      changeId: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e5e',
      cases: [{ institutionId: 2, version: 0 }],
      until: '2026-12-01',
      reason: 'Known season',
    };
    expect(
      (await test.inject({ method: 'POST', url: postRiskSnooze.path, payload: body })).statusCode,
    ).toBe(200);
    const outcome = {
      outcomeId: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e5f',
      institutionIds: [3],
      outcome: 'contacted',
    };
    expect(
      (await test.inject({ method: 'POST', url: postRiskOutcomes.path, payload: outcome }))
        .statusCode,
    ).toBe(200);
    expect(await customersOf('?sort=-priority')).toEqual(["'=cmd|calc", 'Declining']);
    expect(await customersOf('?tab=all')).toEqual(["'=cmd|calc", 'Snoozed', 'Judged', 'Declining']);
    expect(await customersOf('?tab=snoozed')).toEqual(['Snoozed']);
    expect(await customersOf('?tab=cannot-judge')).toEqual(['Unknown', 'Never']);
    expect(await customersOf('?tab=recovered')).toEqual(['Recovered']);
  });

  it('matches the page', async () => {
    const columns =
      'institutionName,reasons,priority,lossChance,renewalFactor,annualRevenue,renewalOn';
    const [first] = await rowsOf(`?cols=${columns}&f.institutionName=cmd`);
    expect(first).toEqual({
      Customer: "'=cmd|calc",
      Reasons: 'Critical score, not active',
      'At stake ($)': '15000',
      'Chance of loss (%)': '50',
      'Renewal factor': '1.5',
      'Yearly revenue ($)': '20000',
      Renewal: '2026-12-01',
    });
  });

  it('has the customers of one owner on request', async () => {
    const owned = (await list()).rows.filter(({ standing }) => standing === 'at_risk');
    const owner = owned.find(({ ownerName }) => ownerName !== null)?.ownerName ?? '';
    const names = owned
      .filter(({ ownerName }) => ownerName === owner)
      .map(({ institutionName }) => institutionName.replace(/^=/, "'="));
    expect(await customersOf(`?tab=all&owner=${encodeURIComponent(owner)}`)).toEqual(names);
    expect(await customersOf('?tab=all&owner=Somebody%20else')).toEqual([]);
  });

  it('without rows has only its headings', async () => {
    const answer = await test.inject({
      method: 'GET',
      url: `${exportRisks.path}?tab=snoozed&f.institutionName=nobody&cols=institutionName`,
    });
    expect([answer.statusCode, answer.body]).toEqual([200, '\ufeffCustomer\r\n']);
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="at-risk-snoozed-2026-11-18.csv"',
    );
  });

  it.each([
    '?tab=everything',
    '?tab=all&tab=queue',
    '?f.gone=1',
    '?cols=gone,institutionName',
    '?f.priority=much',
  ])('refuses %s', async (search) => {
    expect(
      (await test.inject({ method: 'GET', url: `${exportRisks.path}${search}` })).statusCode,
    ).toBe(422);
  });
});

it('works without a CRM and its revenue', async () => {
  const down = () => Promise.reject(new Error('down'));
  const other = await buildTestApp({
    dependencies: {
      crm: {
        isSynchronized: true,
        deals: null,
        maxTicketsPerCall: 1,
        dealOwners: down,
        renewals: down,
        updateTicket: down,
        openTickets: down,
        withdrawTickets: down,
        asOf: down,
        trouble: () => null,
      },
    },
  });
  await insertInstitution(other.database, { institution_id: 1 });
  const answer = await other.inject({ method: 'GET', url: getRiskList.path });
  expect(getRiskList.response.parse(answer.json())).toMatchObject({
    weekStartDate: null,
    rows: [{ standing: 'cannot_judge', annualRevenue: null }],
  });
  await other.close();
});
