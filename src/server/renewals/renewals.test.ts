import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getLostRenewals } from '#shared/churn/losses/lost-renewals.ts';
import {
  exportRenewals,
  getRenewals,
  type ListedRenewal,
  type RenewalChange,
} from '#shared/renewals/renewals.ts';
import { getTimeline } from '#shared/timeline/timeline.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution, insertNotice } from '#test/factories.ts';
import { createScoreWeekRow, insertOfficialWeeks } from '#test/score-week.ts';
import { takeRenewalSnapshot } from './snapshot.ts';
import { findLastSnapshotTime } from './snapshot-queries.ts';

// Today is 2026-11-18.
let test: TestApp;
const week = '2026-11-08';

const deal = (
  institution_id: number,
  deal_id: number,
  facts: {
    closes_on?: string | null;
    amount_cents?: number | null;
    stage?: string;
    closed?: boolean;
  } = {},
) => ({
  institution_id,
  deal_id,
  name: 'Renewal',
  pipeline: 'Renewals',
  stage: 'Scheduled',
  owner_id: null,
  amount_cents: 1_200_000,
  closes_on: '2027-01-31',
  closed: false,
  updated_at: new Date('2026-11-10T00:00:00Z'),
  ...facts,
});

beforeEach(async () => {
  test = await buildTestApp();
  const { database } = test;
  const tiers = ['Critical', 'Healthy', 'Medium'] as const;
  for (const id of [1, 2, 3])
    await insertInstitution(database, { institution_id: id, name: `Customer ${id}` });
  await insertOfficialWeeks(database.foreground, [week]);
  await database.foreground
    .insertInto('score_version')
    .values(
      tiers.map((health_tier, at) =>
        createScoreWeekRow({ institution_id: at + 1, week_start: week, health_tier }),
      ),
    )
    .execute();
});
afterEach(() => test.close());

const insertDeals = (...deals: ReturnType<typeof deal>[]) =>
  test.database.foreground.insertInto('crm_deal').values(deals).execute();

async function rows(): Promise<ListedRenewal[]> {
  const response = await test.inject({ url: getRenewals.path });
  return getRenewals.response.parse(response.json()).rows;
}
async function only(): Promise<ListedRenewal> {
  const [row, ...others] = await rows();
  if (row === undefined || others.length > 0) throw new Error('not one renewal');
  return row;
}

async function change(
  of: Pick<ListedRenewal, 'institutionId' | 'dealId' | 'version'>,
  what: RenewalChange,
  cookie?: string,
  changeId: string = randomUUID(),
) {
  const { institutionId, dealId, version } = of;
  return test.inject({
    method: 'POST',
    url: '/api/renewals/change',
    payload: { changeId, institutionId, dealId, version, change: what },
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });
}

it('lists renewals due within 180 days, open or closed, overdue, undated or recently closed', async () => {
  await insertDeals(
    deal(1, 11),
    deal(1, 12, { closes_on: null }),
    deal(2, 21, { closes_on: '2026-10-01' }),
    deal(2, 22, { closes_on: '2027-05-17' }),
    deal(2, 23, { closes_on: '2027-05-18' }),
    deal(3, 31, { closed: true, stage: 'Closed won', closes_on: '2026-11-09' }),
    deal(3, 32, { closed: true, stage: 'Closed lost', closes_on: '2026-11-09' }),
    {
      ...deal(3, 33, { closed: true, stage: 'Closed won' }),
      updated_at: new Date('2026-09-01T00:00:00Z'),
    },
    {
      ...deal(3, 35, { closed: true, stage: 'Closed won', closes_on: '2026-09-30' }),
      updated_at: new Date('2026-09-01T00:00:00Z'),
    },
    { ...deal(3, 34), pipeline: 'Expansion' },
  );
  const found = new Map((await rows()).map((row) => [row.dealId, row]));
  expect([...found.keys()].toSorted()).toEqual([11, 12, 21, 22, 31, 32, 33]);
  expect(found.get(12)).toMatchObject({
    dueOn: null,
    daysLeft: null,
    nextStep: 'Set the date in the CRM',
  });
  expect(found.get(21)).toMatchObject({
    daysLeft: -48,
    nextStep: 'Overdue: record the outcome, or change the date in the CRM',
  });
  expect(found.get(31)).toMatchObject({ stage: 'signed', forecast: 'Closed', nextStep: null });
  expect(found.get(32)).toMatchObject({ stage: 'lost', forecast: 'Lost' });
});

it('takes the amount from the contracts when the deal has no amount or a negative one', async () => {
  await test.database.foreground
    .insertInto('contract')
    .values({
      institution_id: 1,
      external_source: 'import',
      contract_id: 'a',
      product: null,
      starts_on: '2026-01-01',
      ends_on: null,
      monthly_cents: 50_000,
    })
    .execute();
  await insertDeals(
    deal(1, 11, { amount_cents: null }),
    deal(1, 12, { amount_cents: -5 }),
    deal(2, 21, { amount_cents: null }),
    deal(3, 31),
  );
  expect(
    (await rows()).map(({ dealId, amountDue, amountFrom }) => [dealId, amountDue, amountFrom]),
  ).toEqual([
    [11, 6_000, 'contracts'],
    [12, 6_000, 'contracts'],
    [21, null, null],
    [31, 12_000, 'deal'],
  ]);
});

it('applies a repeated change once, and refuses a change of an older version', async () => {
  await insertDeals(deal(2, 21));
  const seen = await only();
  const changeId = randomUUID();
  const move = { action: 'stage', stage: 'proposal' } as const;
  expect((await change(seen, move, undefined, changeId)).json()).toEqual({ version: 1 });
  expect((await change(seen, move, undefined, changeId)).json()).toEqual({ version: 1 });
  expect(
    (await change(seen, { action: 'stage', stage: 'contacted' }, undefined, changeId)).statusCode,
  ).toBe(409);
  expect((await change(seen, { action: 'stage', stage: 'verbal' })).statusCode).toBe(409);
  const now = await only();
  expect(now).toMatchObject({ stage: 'proposal', version: 1 });
  expect(
    (await change(now, { action: 'expected', dollars: 9_000, reason: 'Told me' })).statusCode,
  ).toBe(200);
  expect(
    (
      await change(
        { ...now, version: 2 },
        { action: 'checkpoint', checkpoint: 'three_months', isDone: true },
      )
    ).statusCode,
  ).toBe(200);
  expect(await only()).toMatchObject({
    expected: 9_000,
    threeMonths: { on: '2026-11-18', by: 'Morgan Member' },
  });
  const timeline = await test.inject({ url: getTimeline.path.replace(':id', '2') });
  expect(timeline.json().rows.map(({ headline }: { headline: string }) => headline)).toContain(
    'Renewal: moved to Proposal',
  );
});

it('does not accept Monitor as a forecast from three months before the renewal on', async () => {
  await insertDeals(
    deal(2, 21, { closes_on: '2027-02-16' }),
    deal(3, 31, { closes_on: '2027-02-17' }),
  );
  const [near, far] = await rows();
  if (near === undefined || far === undefined) throw new Error('not two renewals');
  const monitor = { action: 'call', call: 'monitor', note: '' } as const;
  expect((await change(near, monitor)).statusCode).toBe(422);
  expect((await change(far, monitor)).statusCode).toBe(200);
  await test.database.foreground
    .updateTable('crm_deal')
    .where('deal_id', '=', 31)
    .set({ closes_on: '2027-02-16', updated_at: new Date('2026-11-12T00:00:00Z') })
    .execute();
  expect((await rows())[1]?.nextStep).toBe('Set a forecast: Monitor is no longer allowed');
});

it('lets an admin decide when forecast and risk disagree, keeps both, and reopens the decision when one changes', async () => {
  await insertDeals(deal(1, 11));
  const seen = await only();
  const decide = { action: 'decide', decision: 'call' } as const;
  const admin = await test.signIn('admin');
  expect((await change(seen, decide, admin)).statusCode).toBe(422);
  await change(seen, { action: 'call', call: 'renew', note: 'They said so' });
  const opposed = await only();
  expect(opposed).toMatchObject({
    isOpposed: true,
    decision: null,
    forecast: 'At risk',
    nextStep: 'Waiting for an admin’s decision',
  });
  expect((await change(opposed, decide)).statusCode).toBe(403);
  expect((await change(opposed, decide, admin)).statusCode).toBe(200);
  const decided = await only();
  expect(decided).toMatchObject({
    call: 'renew',
    systemRisk: 'High',
    decision: 'call',
    decidedBy: 'Avery Admin',
    forecast: 'Most likely',
  });
  const audit = await test.database.foreground
    .selectFrom('audit_log')
    .select('action')
    .where('object_id', '=', '1/11')
    .execute();
  expect(audit).toEqual([{ action: 'renewal.decide' }]);
  await change(decided, { action: 'call', call: 'unsure', note: '' });
  expect(await only()).toMatchObject({ isOpposed: false, decision: null, forecast: 'Best case' });
});

it('follows a deal that is moved, closed or deleted in the CRM', async () => {
  const { foreground } = test.database;
  await insertDeals(deal(2, 21));
  await change(await only(), { action: 'stage', stage: 'verbal' });
  await foreground
    .updateTable('crm_deal')
    .set({ closes_on: '2027-03-31', updated_at: new Date('2026-11-12T00:00:00Z') })
    .execute();
  expect(await only()).toMatchObject({
    movedFrom: '2027-01-31',
    dueOn: '2027-03-31',
    stage: 'verbal',
  });
  await foreground
    .updateTable('crm_deal')
    .set({ closed: true, stage: 'Closed won', updated_at: new Date('2026-11-13T00:00:00Z') })
    .execute();
  const closed = await only();
  expect(closed.stage).toBe('signed');
  expect((await change(closed, { action: 'stage', stage: 'contacted' })).statusCode).toBe(422);
  await foreground.deleteFrom('crm_deal').execute();
  expect(await rows()).toEqual([]);
  expect((await change(closed, { action: 'stage', stage: 'contacted' })).statusCode).toBe(404);
  expect(await foreground.selectFrom('renewal').select('stage').execute()).toEqual([
    { stage: 'verbal' },
  ]);
});

it('expects amount × probability, and an override with its reason until it is reset', async () => {
  await insertDeals(deal(3, 31));
  const seen = await only();
  expect(seen).toMatchObject({
    forecast: 'Best case',
    ...{ probability: 60, probabilityText: 'Best case 60%', expected: 7_200 },
    expectedOverride: null,
  });
  const override = { action: 'expected', dollars: 9_000, reason: '' } as const;
  expect((await change(seen, override)).statusCode).toBe(422);
  const reason = 'Price cut agreed';
  expect((await change(seen, { ...override, reason })).statusCode).toBe(200);
  const overridden = await only();
  expect(overridden).toMatchObject({
    expected: 9_000,
    expectedOverride: { dollars: 9_000, reason, by: 'Morgan Member' },
  });
  await change(overridden, { action: 'expected', dollars: null, reason: '' });
  expect(await only()).toMatchObject({ expected: 7_200, expectedOverride: null });
});

it('expects nothing from a customer that has given notice, despite an earlier override', async () => {
  await insertDeals(deal(3, 31));
  await change(await only(), { action: 'expected', dollars: 9_000, reason: 'Price cut agreed' });
  await insertNotice(test.database, { institution_id: 3 });
  expect(await only()).toMatchObject({ forecast: 'Lost', expected: 0, expectedOverride: null });
});

it('records a renewal as lost with its reason, once, and reopens it', async () => {
  await insertDeals(deal(2, 21));
  const seen = await only();
  const lost = {
    action: 'outcome',
    outcome: 'lost',
    on: '2026-11-17',
    dollars: 11_000,
    reason: 'Competitor',
    note: 'Cheaper',
  } as const;
  expect((await change(seen, { ...lost, reason: null })).statusCode).toBe(422);
  expect((await change(seen, { ...lost, on: '2026-11-19' })).statusCode).toBe(422);
  const changeId = randomUUID();
  expect((await change(seen, lost, undefined, changeId)).json()).toEqual({ version: 1 });
  expect((await change(seen, lost, undefined, changeId)).json()).toEqual({ version: 1 });
  const closed = await only();
  expect(closed).toMatchObject({
    ...{ stage: 'lost', forecast: 'Lost', amountDue: 11_000, expected: 0 },
    recordedOutcome: { outcome: 'lost', on: '2026-11-17', reason: 'Competitor', note: 'Cheaper' },
  });
  expect((await change(closed, { action: 'stage', stage: 'verbal' })).statusCode).toBe(422);
  const suggested = await test.inject({ url: getLostRenewals.path });
  expect(suggested.json().rows).toMatchObject([{ institutionId: 2 }]);
  const timeline = await test.inject({ url: getTimeline.path.replace(':id', '2') });
  expect(timeline.json().rows[0].headline).toBe(
    'Renewal: recorded as lost on Nov 17, 2026, $11,000, Competitor',
  );
  const { env } = test.dependencies;
  Object.assign(env, { CRM_PROVIDER: 'hubspot', HUBSPOT_TOKEN: 'token' });
  expect((await change(closed, { action: 'reopen' })).body).toContain('Reopen the deal there.');
  Object.assign(env, { CRM_PROVIDER: 'local', HUBSPOT_TOKEN: undefined });
  expect((await change(closed, { action: 'reopen' })).statusCode).toBe(200);
  const reopened = await only();
  expect(reopened).toMatchObject({
    stage: 'not_started',
    amountDue: 12_000,
    recordedOutcome: null,
  });
  expect((await change(reopened, { action: 'reopen' })).statusCode).toBe(422);
  const audit = await test.database.foreground
    .selectFrom('audit_log')
    .select('action')
    .where('object_type', '=', 'renewal')
    .orderBy('position')
    .execute();
  expect(audit.map(({ action }) => action)).toEqual(['renewal.close', 'renewal.reopen']);
});

it('compares renewals with the weekly snapshot that is a week old', async () => {
  await insertDeals(deal(1, 11), deal(2, 21), deal(3, 31, { closes_on: '2027-05-10' }));
  const list = async () =>
    getRenewals.response.parse((await test.inject({ url: getRenewals.path })).json());
  expect(await list()).toMatchObject({ comparedWith: null, nextSnapshotOn: '2026-11-22' });
  const dependencies = test.dependencies;
  await takeRenewalSnapshot(dependencies, '2026-11-08');
  expect(await takeRenewalSnapshot(dependencies, '2026-11-08')).toEqual({ renewals: 0 });
  expect(await findLastSnapshotTime(test.database.foreground)).toEqual(
    new Date('2026-11-08T12:00:00Z'),
  );
  const { foreground } = test.database;
  const updated_at = new Date('2026-11-12T00:00:00Z');
  const move = (deal_id: number, closes_on: string) =>
    foreground
      .updateTable('crm_deal')
      .where('deal_id', '=', deal_id)
      .set({ closes_on, updated_at });
  await move(21, '2027-04-02').execute();
  await move(31, '2027-08-10').execute();
  await insertDeals(deal(3, 32));
  const answer = await list();
  expect(answer.comparedWith).toBe('2026-11-08');
  expect(answer.rows.map(({ dealId, weekChange }) => [dealId, weekChange])).toEqual([
    [11, 'Unchanged'],
    [32, 'New'],
    [21, 'Slipped'],
  ]);
  expect(answer.departed).toMatchObject([{ dealId: 31, dueBefore: '2027-05-10', why: 'Slipped' }]);
});

it('exports the rows of a URL whose filter has the former text of a forecast', async () => {
  await insertDeals(deal(1, 11), deal(2, 21));
  const [row] = await rows();
  if (row === undefined) throw new Error('no renewal');
  expect(
    (await change(row, { action: 'call', call: 'renew', note: 'They said so.' })).statusCode,
  ).toBe(200);
  const { statusCode, body } = await test.inject({
    url: `${exportRenewals.path}?f.call=No%20call&cols=institutionName,call`,
  });
  expect(statusCode, body).toBe(200);
  const left = row.institutionId === 1 ? 2 : 1;
  expect(body.trim().split('\r\n').slice(1)).toEqual([`Customer ${left},No forecast yet`]);
});
