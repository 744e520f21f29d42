import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  exportLosses,
  getLossDefaults,
  getLosses,
  type Loss,
  lossSchema,
} from '#shared/churn/losses/losses.ts';
import { getLostRenewals } from '#shared/churn/losses/lost-renewals.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { getTimeline } from '#shared/timeline/timeline.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { createScoreWeekRow } from '#test/score-week.ts';
import { departuresJob } from './jobs.ts';
import { updateDepartures } from './queries.ts';

let test: TestApp;
const now = new Date('2026-11-18T18:00:00Z');
const weeks = ['2026-08-02', '2026-08-30', '2026-10-04', '2026-11-08'];

beforeAll(async () => {
  test = await buildTestApp({ now });
  const { foreground } = test.database;
  for (let id = 1; id <= 9; id++)
    await insertInstitution(test.database, {
      institution_id: id,
      name: id === 1 ? '=cmd|calc' : `Customer ${id}`,
      go_live_on: '2024-03-01',
    });
  await foreground
    .insertInto('rules_version')
    .values({
      rules_version_id: 1,
      rules: JSON.stringify(defaultHealthRules),
      note: '',
      created_at: now,
    })
    .execute();
  await foreground
    .insertInto('official_week')
    .values(
      weeks.map((week_start) => ({
        week_start,
        week_end: endOf(week_start),
        rules_version_id: 1,
        closed_at: now,
        institutions: 9,
      })),
    )
    .execute();
  await foreground
    .insertInto('score_version')
    .values(
      weeks.map((week_start, at) =>
        createScoreWeekRow({
          institution_id: 1,
          week_start,
          adoption_score: 80 - 20 * at,
          health_tier: at < 2 ? 'Healthy' : 'Critical',
        }),
      ),
    )
    .execute();
});
afterAll(() => test.close());

const endOf = (start: string) =>
  new Date(Date.parse(start) + 6 * 86_400_000).toISOString().slice(0, 10);
const facts = {
  noticedOn: '2026-11-10',
  effectiveOn: '2026-12-10',
  reason: 'Price or terms',
  reasonDetail: 'Price increase',
  foundReason: null,
  foundDetail: null,
  avoidable: 'partly',
  competitor: 'Brightdesk',
  monthlyDollars: 450.5,
  locationsLost: 1,
  winBackOn: null,
};
const post = (id: number, changes: object = {}, lossId: string = randomUUID()) =>
  test.inject({
    method: 'POST',
    url: `/api/institution/${id}/losses`,
    payload: { lossId, ...facts, ...changes },
  });
async function entered(id: number, changes: object = {}): Promise<Loss> {
  const answer = await post(id, changes);
  expect(answer.statusCode, answer.body).toBe(200);
  return lossSchema.parse(answer.json());
}
const list = async () =>
  getLosses.response.parse((await test.inject({ method: 'GET', url: getLosses.path })).json()).rows;
const patch = (loss: Loss, changes: object) =>
  test.inject({
    method: 'PATCH',
    url: `/api/institution/${loss.institutionId}/losses/${loss.lossId}`,
    payload: { ...facts, version: loss.version, ...changes },
  });
const takeBack = (loss: Loss, reason = 'They stay') =>
  test.inject({
    method: 'POST',
    url: `/api/institution/${loss.institutionId}/losses/${loss.lossId}/take-back`,
    payload: { version: loss.version, reason },
  });
const churnedOn = async (id: number) =>
  (
    await test.database.foreground
      .selectFrom('institution')
      .select('churned_on')
      .where('institution_id', '=', id)
      .executeTakeFirstOrThrow()
  ).churned_on;

describe('a loss', () => {
  it('is added with its details and listed with its health 90, 60 and 30 days before the notice', async () => {
    const loss = await entered(1);
    expect(loss).toMatchObject({
      institutionName: '=cmd|calc',
      noticedOn: '2026-11-10',
      reason: 'Price or terms',
      reasonDetail: 'Price increase',
      monthlyDollars: 450.5,
      tenureMonths: 32,
      retroDueOn: '2026-11-20',
      retroDoneOn: null,
      takenBack: null,
      version: 1,
    });
    // Official weeks ended on Aug 8, Sep 5 and Oct 10. The days 90, 60 and 30 days before the
    // notice are Aug 12, Sep 11 and Oct 11.
    expect(loss.healthBefore).toEqual([
      { score: 80, tier: 'Healthy' },
      { score: 60, tier: 'Healthy' },
      { score: 40, tier: 'Critical' },
    ]);
    expect(await list()).toEqual([loss]);
    const timeline = getTimeline.response.parse(
      (await test.inject({ method: 'GET', url: '/api/institution/1/timeline' })).json(),
    );
    expect(timeline.rows.find(({ event }) => event === 'notice')).toMatchObject({
      headline: 'Gave notice effective Dec 10, 2026',
      body: 'Price or terms: Price increase',
      actor: { name: 'Morgan Member' },
    });
  });

  it('is added once when sent twice, and a second active one is refused', async () => {
    const lossId = randomUUID();
    expect((await post(2, {}, lossId)).statusCode).toBe(200);
    expect((await post(2, {}, lossId)).statusCode).toBe(200);
    const second = await post(2);
    expect([second.statusCode, second.body]).toEqual([
      409,
      'The customer already has an active notice of Nov 10, 2026. Edit or withdraw that notice first.',
    ]);
    const both = await Promise.all([post(9), post(9)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it('is changed only at its current version', async () => {
    const loss = await entered(3);
    const changed = await patch(loss, {
      foundReason: 'Low use',
      foundDetail: 'No value seen',
      avoidable: 'yes',
    });
    expect(changed.json()).toMatchObject({ foundReason: 'Low use', avoidable: 'yes', version: 2 });
    expect((await patch(loss, {})).statusCode).toBe(409);
  });

  it('marks the customer as left on its effective date and as current again when withdrawn', async () => {
    const loss = await entered(4, { noticedOn: '2026-10-01', effectiveOn: '2026-11-01' });
    expect(await churnedOn(4)).toBe('2026-11-01');
    const taken = await takeBack(loss);
    expect(taken.json()).toMatchObject({
      takenBack: { reason: 'They stay', by: { name: 'Morgan Member' } },
      version: 2,
    });
    expect(await churnedOn(4)).toBeNull();
    expect((await takeBack(loss)).statusCode).toBe(409);
    expect((await patch(lossSchema.parse(taken.json()), {})).body).toBe(
      'This loss was withdrawn. Enter a new one if the customer leaves after all.',
    );
    expect((await list()).filter(({ institutionId }) => institutionId === 4)).toHaveLength(1);
    await entered(4);
    expect((await list()).filter(({ institutionId }) => institutionId === 4)).toHaveLength(2);

    await entered(5, { effectiveOn: '2026-11-25' });
    await updateDepartures(test.database.background, '2026-11-24', now);
    expect(await churnedOn(5)).toBeNull();
    await updateDepartures(test.database.background, '2026-11-25', now);
    expect(await churnedOn(5)).toBe('2026-11-25');
    expect(departuresJob.name).toBe('churn.departures');
  });

  it.each([
    [{ noticedOn: '2026-11-19' }, 422, 'noticedOn: must not be in the future'],
    [{ noticedOn: '2024-02-29' }, 422, 'noticedOn: must not be before the go-live on Mar 1, 2024'],
    [{ effectiveOn: '2026-11-09' }, 422, 'effectiveOn: must not be before the notice'],
    [{ monthlyDollars: -1 }, 422, /monthlyDollars/],
    [{ locationsLost: 1.5 }, 422, /locationsLost/],
    [{ reason: 'Boredom' }, 422, /reason/],
    [{ reasonDetail: 'Retired' }, 422, 'reasonDetail: is not a detail of the reason'],
    [{ foundDetail: 'Sold' }, 422, 'foundDetail: is not a detail of the actual reason'],
    [{ avoidable: 'perhaps' }, 422, /avoidable/],
    [{ competitor: '\u0000' }, 422, /competitor/],
    [{ noticedOn: null }, 422, /noticedOn/],
  ])('is refused with %o', async (changes, status, reason) => {
    const answer = await post(6, changes);
    expect(answer.statusCode).toBe(status);
    if (typeof reason === 'string') expect(answer.body).toBe(reason);
    else expect(answer.body).toMatch(reason);
    expect((await list()).filter(({ institutionId }) => institutionId === 6)).toEqual([]);
  });

  it('finds the last action or note before its notice', async () => {
    const { foreground } = test.database;
    await list();
    const { user_id } = await foreground
      .selectFrom('app_user')
      .select('user_id')
      .executeTakeFirstOrThrow();
    const at = (text: string) => new Date(text);
    await foreground
      .insertInto('note')
      .values([
        {
          institution_id: 7,
          note_id: randomUUID(),
          body: 'Called',
          author_id: user_id,
          created_at: at('2026-10-20T18:00:00Z'),
        },
        {
          institution_id: 7,
          note_id: randomUUID(),
          body: 'Wrote',
          author_id: user_id,
          created_at: at('2026-11-12T18:00:00Z'),
        },
      ])
      .execute();
    expect(await entered(7)).toMatchObject({ lastTouchOn: '2026-10-20' });
  });

  it('returns 404 for an unknown customer or loss', async () => {
    expect((await post(999)).statusCode).toBe(404);
    const [loss] = await list();
    if (loss === undefined) throw new Error('There are losses');
    expect((await patch({ ...loss, lossId: randomUUID() }, {})).statusCode).toBe(404);
    expect((await takeBack({ ...loss, institutionId: 8 })).statusCode).toBe(404);
  });
});

describe('lost renewals in the CRM', () => {
  const asked = async () =>
    getLostRenewals.response.parse(
      (await test.inject({ method: 'GET', url: getLostRenewals.path })).json(),
    ).rows;
  const deal = (institution_id: number, deal_id: number, changes: object = {}) => ({
    institution_id,
    deal_id,
    name: `Renewal ${deal_id}`,
    pipeline: 'Renewals',
    stage: 'Closed lost',
    owner_id: null,
    amount_cents: 120_000,
    closes_on: '2026-11-05',
    closed: true,
    updated_at: new Date('2026-11-06T03:00:00Z'),
    ...changes,
  });

  it('are listed once per customer without a notice', async () => {
    for (let id = 20; id <= 27; id++)
      await insertInstitution(test.database, {
        institution_id: id,
        name: `Customer ${id}`,
        go_live_on: '2024-03-01',
      });
    const { foreground } = test.database;
    const later = new Date('2026-11-20T00:00:00Z');
    await foreground
      .insertInto('crm_deal')
      .values([
        deal(20, 1),
        deal(20, 2, { closes_on: '2025-11-05', updated_at: new Date('2025-11-06T00:00:00Z') }),
        deal(21, 3, { stage: 'Closed won' }),
        deal(22, 4, { pipeline: 'Expansion' }),
        deal(23, 5, { closes_on: '2026-05-01', updated_at: new Date('2026-05-02T00:00:00Z') }),
        deal(24, 6),
        deal(24, 7, { closed: false, stage: 'Negotiation', updated_at: later }),
        deal(25, 8, { amount_cents: null, closes_on: '2027-01-31', stage: 'closedlost' }),
        deal(26, 9),
        deal(27, 10),
      ])
      .execute();
    await foreground
      .insertInto('contract')
      .values({
        institution_id: 20,
        external_source: 'test',
        contract_id: '1',
        product: null,
        starts_on: '2025-12-01',
        ends_on: '2026-12-01',
        monthly_cents: 100,
      })
      .execute();
    const notice = await entered(26);
    const kept = await entered(27);
    expect((await takeBack(kept)).statusCode).toBe(200);
    const told = await asked();
    expect(told).toEqual([
      {
        institutionId: 20,
        institutionName: 'Customer 20',
        dealName: 'Renewal 1',
        lostOn: '2026-11-05',
        endsOn: '2026-12-01',
        monthlyDollars: 100,
      },
      {
        institutionId: 25,
        institutionName: 'Customer 25',
        dealName: 'Renewal 8',
        lostOn: '2026-11-05',
        endsOn: '2027-01-31',
        monthlyDollars: null,
      },
    ]);
    // This notice was withdrawn before the renewal was lost, so it does not resolve the lost
    // renewal.
    expect((await takeBack(notice)).statusCode).toBe(200);
    await foreground
      .updateTable('crm_deal')
      .set({ updated_at: later })
      .where('deal_id', '=', 9)
      .execute();
    expect((await asked()).map(({ institutionId }) => institutionId)).toContain(26);
    expect(
      (await post(20, { noticedOn: '2026-11-05', effectiveOn: '2026-12-01' })).statusCode,
    ).toBe(200);
    expect((await asked()).map(({ institutionId }) => institutionId)).not.toContain(20);
  });
});

it('exports the list, safe for spreadsheets', async () => {
  const answer = await test.inject({
    method: 'GET',
    url: `${exportLosses.path}?f.institutionName=cmd&cols=institutionName,monthlyDollars,tier30`,
  });
  expect(parse(answer.body, { bom: true, columns: true })).toEqual([
    {
      Customer: "'=cmd|calc",
      'Monthly revenue ($)': '451',
      'Tier 30 days before notice': 'Critical',
    },
  ]);
});

it('offers the revenue of contracts, otherwise of the renewal, and the open locations of a customer', async () => {
  const { foreground } = test.database;
  const defaults = async (id: number) =>
    (await test.inject({ url: getLossDefaults.path.replace(':id', String(id)) })).json();
  expect(await defaults(9)).toEqual({ monthlyDollars: null, locations: 1 });
  await foreground
    .insertInto('location')
    .values([
      { institution_id: 9, location_id: 901, name: 'A', updated_at: now },
      { institution_id: 9, location_id: 902, name: 'B', updated_at: now },
      { institution_id: 9, location_id: 903, name: 'C', closed_on: '2026-01-01', updated_at: now },
    ])
    .execute();
  const deal = { name: 'Renewal', stage: 'Open', owner_id: null, closed: false, updated_at: now };
  await foreground
    .insertInto('crm_deal')
    .values({
      ...deal,
      ...{ institution_id: 9, deal_id: 900, pipeline: 'Renewals' },
      ...{ amount_cents: 1_200_000, closes_on: '2027-01-31' },
    })
    .execute();
  expect(await defaults(9)).toEqual({ monthlyDollars: 1_000, locations: 3 });
  await foreground
    .insertInto('contract')
    .values([
      {
        ...{ institution_id: 9, contract_id: randomUUID(), external_source: 'import' },
        ...{ starts_on: '2026-01-01', ends_on: '2027-01-01', monthly_cents: 31_050 },
      },
      {
        ...{ institution_id: 9, contract_id: randomUUID(), external_source: 'import' },
        ...{ starts_on: '2025-01-01', ends_on: '2026-01-01', monthly_cents: 99_900 },
      },
    ])
    .execute();
  expect(await defaults(9)).toEqual({ monthlyDollars: 310.5, locations: 3 });
  expect((await test.inject({ url: getLossDefaults.path.replace(':id', '404') })).statusCode).toBe(
    404,
  );
});
