import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Outcome, postQuestion } from '#shared/assistant/assistant.ts';
import { getConversation } from '#shared/assistant/conversations.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  for (let id = 1; id <= 40; id++)
    await insertInstitution(test.database, { institution_id: id, name: 'Smile Dental' }, [
      { location_id: 10 * id, state: 'TX', city: `City ${id}` },
    ]);
});
afterAll(() => test.close());

async function ask(question: string, ids: Record<string, string> = {}) {
  const cookie = await test.signIn('member');
  return { cookie, ...(await send(cookie, question, ids)) };
}

async function send(cookie: string, question: string, ids: Record<string, string> = {}) {
  const answer = await test.inject({
    method: 'POST',
    url: postQuestion.path,
    headers: { cookie },
    payload: { question, plan: null, ...ids },
  });
  return { status: answer.statusCode, body: answer.body };
}

async function outcomeOf(question: string): Promise<Outcome> {
  const { status, body } = await ask(question);
  expect({ question, status }).toEqual({ question, status: 200 });
  return postQuestion.response.parse(JSON.parse(body));
}

it.each([
  '🦷',
  'Wie viele kritische Kunden gibt es?',
  'كم عدد العملاء؟',
  'כמה לקוחות יש?',
  '顧客は何人ですか',
  '\u202ecustomers\u202c in Narnia',
  "select * from institution; drop table institution; --'",
  'the of a',
  '?!… — ()',
  '\u200b\u200d\ufeff',
  'e\u0301'.repeat(100),
  'medium '.repeat(70),
  'new high risk active '.repeat(23),
  'zorb '.repeat(99),
])('refuses %j with a visible reason', async (question) => {
  const outcome = await outcomeOf(question);
  expect(outcome.kind).toBe('refuse');
  if (outcome.kind !== 'refuse') return;
  expect(outcome.reason).not.toMatch(/“[\s\p{Cf}]*”/u);
  expect(outcome.reason.length).toBeGreaterThan(10);
});

it('reads a question with invisible characters as the question without them', async () => {
  const plain = await outcomeOf('How many customers are in Texas?');
  expect(plain).toMatchObject({ kind: 'answer', total: 40 });
  expect(await outcomeOf('\ufeffHow many cus\u200btomers are in\u00a0Texas\u200e?')).toEqual(plain);
});

it('refuses a question of 10 kB', async () => {
  const { status, body } = await ask('customers '.repeat(1000));
  expect([status, body]).toEqual([422, expect.stringContaining('500')]);
});

it('names each unknown word once', async () => {
  const outcome = await outcomeOf('zorb and Zorb and zorb');
  expect(outcome.kind === 'refuse' ? outcome.reason : '').toBe('I don’t know “zorb”.');
});

it('answers about all customers of a name', async () => {
  expect(await outcomeOf('score of Smile Dental')).toMatchObject({ total: 40 });
});

it('stores nothing of a question during which the database fails', async () => {
  const ids = { conversationId: randomUUID(), turnId: randomUUID() };
  const cookie = await test.signIn('member');
  await test.database.execute('alter table assistant_turn rename to assistant_turn_away');
  const failed = await send(cookie, 'How many customers are there?', ids);
  await test.database.execute('alter table assistant_turn_away rename to assistant_turn');
  expect(failed.status).toBe(500);
  expect(failed.body).not.toMatch(/assistant_turn|select|relation/i);
  const url = buildUrl(getConversation.path, { conversationId: ids.conversationId });
  expect((await test.inject({ url, headers: { cookie } })).statusCode).toBe(404);
  expect((await send(cookie, 'How many customers are there?', ids)).status).toBe(200);
});
