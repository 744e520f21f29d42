import { afterAll, beforeAll, expect, it } from 'vitest';
import { postPlan } from '#shared/assistant/assistant.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { createTestPlan } from '#test/answers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  const goLive = ['2025-11-20', '2026-01-05'];
  for (const [at, day] of goLive.entries())
    await insertInstitution(test.database, { institution_id: at + 1, go_live_on: day }, [
      { location_id: at + 11, state: 'TX' },
    ]);
});
afterAll(() => test.close());

async function compute(plan: SentPlan) {
  const answer = await test.inject({ method: 'POST', url: postPlan.path, payload: { plan } });
  expect(answer.statusCode).toBe(200);
  const outcome = postPlan.response.parse(answer.json());
  if (outcome.kind === 'refuse') throw new Error(outcome.reason);
  return outcome;
}

it('names the rows, the grouping columns and the months of groups', async () => {
  const answer = await compute(
    createTestPlan({ groups: [{ column: 'goLiveDate', unit: 'month' }] }),
  );
  expect(answer.noun).toEqual({ one: 'customer', many: 'customers' });
  expect(answer.groupLabels).toEqual(['Go-live']);
  expect(answer.groups.map(({ labels, month }) => [labels, month])).toEqual([
    [['Nov 2025'], '2025-11'],
    [['Jan 2026'], '2026-01'],
  ]);
});

it('has no month for other values', async () => {
  const answer = await compute(createTestPlan({ groups: [{ column: 'state', unit: 'value' }] }));
  expect(answer.groups.map(({ labels, month }) => [labels, month])).toEqual([[['TX'], null]]);
});

it('links the subject of a ticket to the ticket, and has it beside the customer', async () => {
  const at = new Date('2025-11-20T18:00:00Z');
  const { background } = test.database;
  await background
    .insertInto('crm_ticket_pipeline')
    .values({ pipeline_id: 's', label: 'Support', position: 0 })
    .execute();
  await background
    .insertInto('crm_ticket_stage')
    .values({ pipeline_id: 's', stage_id: 'new', label: 'New', position: 0, ticket_state: 'OPEN' })
    .execute();
  await background
    .insertInto('crm_ticket')
    .values({
      ...{ institution_id: 1, ticket_id: 21, subject: 'Reminders stopped', body: '' },
      ...{ pipeline_id: 's', stage_id: 'new', priority: 'HIGH', owner_id: null, product: null },
      ...{ created_at: at, updated_at: at, closed_at: null, channel: 'email', reopened_at: null },
    } as const)
    .execute();
  const { columns, rows } = await compute(
    createTestPlan({ list: 'tickets', state: 'f.priority=High&sort=-ageDays' }),
  );
  expect(columns.slice(0, 3).map(({ key }) => key)).toEqual([
    'institutionName',
    'subject',
    'priority',
  ]);
  expect(rows).toMatchObject([
    { institutionId: 1, paths: [null, paths.ticket(21), null, null, null, null] },
  ]);
});

it('says whether the list shows cases of its customers', async () => {
  const hasCases = async (list: string) =>
    (await compute(createTestPlan({ list }))).customers.hasRiskCases;
  expect(await hasCases('risk-queue')).toBe(true);
  expect(await hasCases('customers')).toBe(false);
});

it.each<[string, Partial<SentPlan>]>([
  ['months of a text', { groups: [{ column: 'institutionName', unit: 'month' }] }],
  ['months of a state', { groups: [{ column: 'state', unit: 'month' }] }],
  ['months of a number', { groups: [{ column: 'adoptionScore', unit: 'month' }] }],
  ['months of a flag', { groups: [{ column: 'atRisk', unit: 'month' }] }],
  ['groups by a number', { groups: [{ column: 'adoptionScore', unit: 'value' }] }],
  ['groups by a day', { groups: [{ column: 'goLiveDate', unit: 'value' }] }],
  [
    'the same group twice',
    { groups: Array.from({ length: 2 }, () => ({ column: 'state', unit: 'value' })) },
  ],
  [
    'groups of the first rows',
    { aggregate: { kind: 'rows', limit: 3 }, groups: [{ column: 'state', unit: 'value' }] },
  ],
  ['a sum of percentages', { aggregate: { kind: 'sum', column: 'adoptionScore' } }],
  ['the mean of a text', { aggregate: { kind: 'mean', column: 'state' } }],
  ['a share without a condition', { aggregate: { kind: 'share', filters: 'sort=state' } }],
  ['the column of an object', { shown: ['constructor'] }],
])('refuses %s', async (_, facts) => {
  const answer = await test.inject({
    method: 'POST',
    url: postPlan.path,
    payload: { plan: createTestPlan(facts) },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ kind: 'refuse', reason: expect.stringMatching(/\.$/) });
});

it('names only the first problems of a plan', async () => {
  const state = Array.from({ length: 250 }, (_, at) => `f.x${at}=1`).join('&');
  const answer = await test.inject({
    method: 'POST',
    url: postPlan.path,
    payload: { plan: createTestPlan({ state }) },
  });
  expect(answer.json().reason.length).toBeLessThan(300);
});
