import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Outcome, postQuestion } from '#shared/assistant/assistant.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  await insertInstitution(test.database, { institution_id: 1, name: 'Elm Braces' }, [
    { location_id: 10, state: 'TX' },
  ]);
});
afterAll(() => test.close());

async function ask(question: string): Promise<Outcome> {
  const answer = await test.inject({
    method: 'POST',
    url: postQuestion.path,
    payload: { question, plan: null },
  });
  return postQuestion.response.parse(answer.json());
}

it('says that a customer has no open prediction, why, and links to the list', async () => {
  const outcome = await ask('churn probability of Elm Braces');
  if (outcome.kind !== 'explain') throw new Error(JSON.stringify(outcome));
  expect(outcome.parts[0]?.lines).toEqual([
    'Elm Braces has no open churn prediction, so there is no figure to show.',
    expect.stringContaining('one row for each customer with a churn tier'),
  ]);
  expect(outcome.link?.path).toContain('tab=open');
});

it('still shows an empty list of rows', async () => {
  expect(await ask('open tickets of Elm Braces')).toMatchObject({ kind: 'answer', total: 0 });
});

it('answers whether all customers are healthy with the counts', async () => {
  expect(await ask('are all customers healthy')).toMatchObject({
    kind: 'answer',
    share: { part: 0, whole: 1 },
  });
});
