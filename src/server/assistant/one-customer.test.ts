import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Outcome, postQuestion } from '#shared/assistant/assistant.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  await insertInstitution(test.database, { institution_id: 1, name: 'Elm Braces' }, [
    { location_id: 10, state: 'TX', city: 'Austin' },
  ]);
});
afterAll(() => test.close());

async function ask(question: string): Promise<Outcome> {
  const answer = await test.inject({
    method: 'POST',
    url: postQuestion.path,
    headers: { cookie: await test.signIn('member') },
    payload: { question, plan: null },
  });
  return postQuestion.response.parse(JSON.parse(answer.body));
}

it.each([
  'what products does Elm Braces have',
  'which products is Elm Braces using',
  'Elm Braces products',
])('answers which products a customer has in sentences: “%s”', async (question) => {
  expect(await ask(question)).toMatchObject({
    kind: 'explain',
    reading: 'Products of Elm Braces',
  });
});

it.each(['why is Elm Braces at risk', 'show me everything about Elm Braces', 'info on Elm Braces'])(
  'describes the health of a customer: “%s”',
  async (question) => {
    expect(await ask(question)).toMatchObject({
      kind: 'explain',
      reading: 'Health of Elm Braces',
    });
  },
);

it.each(['how long has Elm Braces been a customer', 'since when is Elm Braces a client'])(
  'tells how long a customer has been live: “%s”',
  async (question) => {
    expect(await ask(question)).toMatchObject({
      kind: 'explain',
      reading: 'Time since Elm Braces went live',
    });
  },
);

it('states that practices are read as customers', async () => {
  expect(await ask('how many practices in Texas')).toMatchObject({
    total: 1,
    notes: [expect.stringContaining('“practices” as customers, not as locations')],
  });
});

it('shows the place of a customer', async () => {
  const outcome = await ask('where is Elm Braces');
  expect(outcome.kind === 'answer' ? outcome.rows[0]?.texts : []).toEqual(
    expect.arrayContaining(['Austin', 'TX']),
  );
});
