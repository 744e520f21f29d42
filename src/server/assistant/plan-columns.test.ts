import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { postPlanColumns } from '#shared/assistant/plan-columns.ts';
import { createTestPlan } from '#test/answers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  const locations = [
    { state: 'TX', day: '2025-11-20' },
    { state: 'TX', day: '2026-01-05' },
    { state: 'FL', day: '2026-01-05' },
  ];
  for (const [at, { state, day }] of locations.entries())
    await insertInstitution(test.database, { institution_id: at + 1, go_live_on: day }, [
      { location_id: at + 11, state },
    ]);
});
afterAll(() => test.close());

const load = (plan: Partial<SentPlan>, column: string | null) =>
  test.inject({
    method: 'POST',
    url: postPlanColumns.path,
    payload: { plan: createTestPlan(plan), column },
  });
async function read(plan: Partial<SentPlan>, column: string | null) {
  const answer = await load(plan, column);
  expect(answer.statusCode).toBe(200);
  return postPlanColumns.response.parse(answer.json());
}

it('has the columns of the list with what their filters need', async () => {
  const { columns, values } = await read({}, null);
  expect(columns.find(({ key }) => key === 'adoptionScore')).toMatchObject({ kind: 'percent' });
  expect(columns.find(({ key }) => key === 'ownerName')).toMatchObject({ isPerson: true });
  expect(values).toEqual([]);
});

it('counts the values of a column under the filters on other columns', async () => {
  const state = 'f.state=TX&f.goLiveDate=2026-01-01..';
  expect((await read({ state }, 'state')).values).toEqual([
    { value: 'FL', rows: 1 },
    { value: 'TX', rows: 1 },
  ]);
});

it('refuses a missing list, a missing column and an invalid filter', async () => {
  expect((await load({ list: 'gone' }, null)).statusCode).toBe(422);
  expect((await load({}, 'constructor')).statusCode).toBe(422);
  expect((await load({ state: 'f.gone=1' }, null)).statusCode).toBe(422);
});
