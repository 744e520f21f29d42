import { afterAll, beforeAll, expect, it } from 'vitest';
import { postPlan } from '#shared/assistant/assistant.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { testPlan } from '#test/answers.ts';
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
  const answer = await compute(testPlan({ groups: [{ column: 'goLiveDate', unit: 'month' }] }));
  expect(answer.noun).toEqual({ one: 'customer', many: 'customers' });
  expect(answer.groupLabels).toEqual(['Go-live']);
  expect(answer.groups.map(({ labels, month }) => [labels, month])).toEqual([
    [['Nov 2025'], '2025-11'],
    [['Jan 2026'], '2026-01'],
  ]);
});

it('has no month for other values', async () => {
  const answer = await compute(testPlan({ groups: [{ column: 'state', unit: 'value' }] }));
  expect(answer.groups.map(({ labels, month }) => [labels, month])).toEqual([[['TX'], null]]);
});

it('says whether the list shows cases of its customers', async () => {
  const hasCases = async (list: string) =>
    (await compute(testPlan({ list }))).customers.hasRiskCases;
  expect(await hasCases('risk-queue')).toBe(true);
  expect(await hasCases('customers')).toBe(false);
});
