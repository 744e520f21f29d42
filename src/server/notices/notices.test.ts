import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildUrl } from '#shared/core/endpoint.ts';
import { getNotices, postSaveAttempt } from '#shared/notices/notices.ts';
import { getRenewals } from '#shared/renewals/renewals.ts';
import { exportRisks, getRiskList } from '#shared/risk/list.ts';
import { getTimeline } from '#shared/timeline/timeline.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution, insertNotice } from '#test/factories.ts';
import { createScoreWeekRow, insertOfficialWeeks } from '#test/score-week.ts';

// Today is 2026-11-18.
let test: TestApp;
const week = '2026-11-08';
const lossId = '11111111-1111-4111-8111-111111111111';
const notice = {
  institution_id: 1,
  loss_id: lossId,
  noticed_on: '2026-10-18',
  effective_on: '2026-12-16',
  reason: 'Champion or owner left',
  reason_detail: 'Office manager left',
};
let ownerId: string;

beforeEach(async () => {
  test = await buildTestApp();
  const { database } = test;
  for (const id of [1, 2, 3])
    await insertInstitution(database, { institution_id: id, name: `Customer ${id}` });
  await insertOfficialWeeks(database.foreground, [week]);
  await database.foreground
    .insertInto('score_version')
    .values(
      [1, 2, 3].map((institution_id) =>
        createScoreWeekRow({
          ...{ institution_id, week_start: week, health_tier: 'Critical', at_risk: true },
        }),
      ),
    )
    .execute();
  await insertNotice(database, notice);
  await insertNotice(database, {
    ...notice,
    ...{ institution_id: 2, loss_id: randomUUID(), taken_back_reason: 'They stay' },
    taken_back_at: new Date('2026-11-01T12:00:00Z'),
  });
  await notices();
  const user = await database.foreground
    .selectFrom('app_user')
    .select('user_id')
    .executeTakeFirstOrThrow();
  ownerId = user.user_id;
});
afterEach(() => test.close());

const notices = async () =>
  getNotices.response.parse((await test.inject({ url: getNotices.path })).json()).rows;
const attempt = (
  facts: Partial<{ lossId: string; version: number; ownerId: string; dueOn: string; plan: string }>,
) =>
  test.inject({
    method: 'POST',
    url: buildUrl(postSaveAttempt.path, { id: 1 }),
    payload: { lossId, version: 0, ownerId, dueOn: '2026-12-01', plan: 'Offer training', ...facts },
  });

it('lists the notices of current customers that were not withdrawn', async () => {
  expect(await notices()).toEqual([
    {
      institutionId: 1,
      institutionName: 'Customer 1',
      lossId,
      noticedOn: '2026-10-18',
      leavesOn: '2026-12-16',
      reason: 'Champion or owner left',
      reasonDetail: 'Office manager left',
      saveAttempt: null,
    },
  ]);
  await test.database.foreground
    .updateTable('institution')
    .set({ churned_on: '2026-11-17' })
    .where('institution_id', '=', 1)
    .execute();
  expect(await notices()).toEqual([]);
});

it('takes the customer out of the queue and into the leaving customers', async () => {
  const { rows } = getRiskList.response.parse(
    (await test.inject({ url: getRiskList.path })).json(),
  );
  const leaving = rows.filter(({ notice: given }) => given !== null);
  expect(leaving).toMatchObject([
    {
      institutionId: 1,
      leavesOn: '2026-12-16',
      standing: 'at_risk',
      notice: { reason: 'Champion or owner left' },
    },
  ]);
  const queue = await test.inject({ url: `${exportRisks.path}?tab=queue&cols=institutionName` });
  expect(queue.body.match(/Customer \d/g)).toEqual(['Customer 2', 'Customer 3']);
});

it('records one save attempt at a time, with owner and date, on the timeline', async () => {
  expect((await attempt({})).json()).toEqual({ version: 1 });
  expect((await attempt({})).json()).toEqual({ version: 1 });
  expect((await attempt({ plan: 'Another plan' })).statusCode).toBe(409);
  expect((await attempt({ plan: 'Another plan', version: 1 })).json()).toEqual({ version: 2 });
  expect(await notices()).toMatchObject([
    {
      saveAttempt: {
        owner: { id: ownerId },
        dueOn: '2026-12-01',
        plan: 'Another plan',
        hasFailed: false,
        version: 2,
      },
    },
  ]);
  const timeline = getTimeline.response.parse(
    (await test.inject({ url: buildUrl(getTimeline.path, { id: 1 }) })).json(),
  );
  const entries = timeline.rows.filter(({ event }) => event === 'save_attempt');
  expect(new Set(entries.map(({ headline }) => headline))).toEqual(
    new Set(['Save attempt: Morgan Member until Dec 1, 2026']),
  );
  expect(entries.map(({ body }) => body).sort()).toEqual(['Another plan', 'Offer training']);
});

it.each([
  ['without a notice', { lossId: randomUUID() }, 409],
  ['by an unknown user', { ownerId: randomUUID() }, 422],
  ['in the past', { dueOn: '2026-11-17' }, 422],
  ['without a plan', { plan: ' ' }, 422],
])('refuses a save attempt %s', async (_, facts, status) => {
  expect((await attempt(facts)).statusCode).toBe(status);
  expect((await notices())[0]?.saveAttempt).toBeNull();
});

it('counts the renewal as Lost until a save attempt is recorded', async () => {
  await test.database.foreground
    .insertInto('crm_deal')
    .values({
      ...{ institution_id: 1, deal_id: 5, name: 'Renewal', pipeline: 'Renewals' },
      ...{ stage: 'Scheduled', owner_id: null, amount_cents: 1_200_000, closed: false },
      ...{ closes_on: '2027-01-31', updated_at: new Date('2026-11-10T00:00:00Z') },
    })
    .execute();
  const renewal = async () =>
    getRenewals.response.parse((await test.inject({ url: getRenewals.path })).json()).rows[0];
  expect(await renewal()).toMatchObject({
    forecast: 'Lost',
    leavesOn: '2026-12-16',
    nextStep: 'Record a save attempt, or close the deal as lost',
  });
  await attempt({});
  expect(await renewal()).toMatchObject({
    forecast: 'At risk',
    nextStep: 'Save attempt until Dec 1',
  });
});
