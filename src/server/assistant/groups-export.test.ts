import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportAnswerGroups } from '#shared/assistant/assistant.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { createTestPlan } from '#test/answers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  const ehrs = ['Dentrix', ' =cmd|calc', 'Dentrix'];
  for (const [at, ehr] of ehrs.entries())
    await insertInstitution(test.database, { institution_id: at + 1, name: `Practice ${at + 1}` }, [
      { location_id: at + 11, state: 'TX', ehr },
    ]);
});
afterAll(() => test.close());

const download = (plan: SentPlan | string) =>
  test.inject({
    method: 'GET',
    url: buildUrl(
      exportAnswerGroups.path,
      {},
      { plan: typeof plan === 'string' ? plan : JSON.stringify(plan) },
    ),
  });
const lines = (body: string) => body.replace('\uFEFF', '').trimEnd().split('\r\n');

it('has the groups of an answer with their rows, and no formulas', async () => {
  const groups = [{ column: 'ehr', unit: 'value' as const }];
  const answer = await download(
    createTestPlan({ groups, groupOrder: { descending: true, limit: null } }),
  );
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toMatch(/filename="customers-groups-[\d-]+\.csv"/);
  expect(lines(answer.body)).toEqual(['EHR,Customers', 'Dentrix,2', "'=cmd|calc,1"]);
});

it('has the figure of each group as a number under its unit', async () => {
  const aggregate = { kind: 'mean' as const, column: 'locationCount' };
  const groups = [{ column: 'state', unit: 'value' as const }];
  expect(lines((await download(createTestPlan({ aggregate, groups }))).body)).toEqual([
    'State,Average Locations,Customers',
    'TX,1,3',
  ]);
});

it('refuses an invalid plan, and a plan of a list that is gone', async () => {
  expect((await download('{}')).statusCode).toBe(422);
  expect((await download(createTestPlan({ list: 'gone' }))).statusCode).toBe(422);
});
