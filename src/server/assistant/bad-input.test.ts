import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Outcome, postPlan, postQuestion } from '#shared/assistant/assistant.ts';
import { deleteConversation, getConversation } from '#shared/assistant/conversations.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { postMerge } from '#shared/data-quality/merge.ts';
import { createTestPlan } from '#test/answers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  for (let id = 1; id <= 40; id++)
    await insertInstitution(test.database, { institution_id: id, name: 'Smile Dental' }, [
      { location_id: 10 * id, state: 'TX', city: `City ${id}` },
    ]);
  await insertInstitution(test.database, { institution_id: 501, name: 'Elm Orthodontics' });
  await insertInstitution(test.database, { institution_id: 502, name: 'Elm Braces' });
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

it('does not answer about a customer that was merged into another', async () => {
  expect(await outcomeOf('score of Elm Braces')).toMatchObject({ kind: 'answer', total: 1 });
  const merged = await test.inject({
    method: postMerge.method,
    url: postMerge.path,
    headers: { cookie: await test.signIn('admin') },
    payload: { fixId: randomUUID(), keptId: 501, otherId: 502, fields: {}, places: [] },
  });
  expect(merged.statusCode).toBe(200);
  // The list of customers is up to a second old and still contains the merged customer.
  expect(await outcomeOf('How is Elm Braces doing?')).toMatchObject({
    kind: 'refuse',
    reason: 'This customer no longer exists. It may have been merged into another one.',
  });
  test.setClock(new Date('2026-11-18T18:00:02Z'));
  expect((await outcomeOf('score of Elm Braces')).kind).toBe('refuse');
  expect((await outcomeOf('How is Elm Braces doing?')).kind).toBe('refuse');
  expect(await outcomeOf('score of Elm Orthodontics')).toMatchObject({ kind: 'answer', total: 1 });
});

it('does not answer members about the lists of administrators', async () => {
  expect((await outcomeOf('how many imports are there')).kind).toBe('refuse');
  const answer = await test.inject({
    method: postPlan.method,
    url: postPlan.path,
    headers: { cookie: await test.signIn('member') },
    payload: { plan: createTestPlan({ list: 'imports' }) },
  });
  expect(answer.json()).toMatchObject({ kind: 'refuse' });
});

it('answers while another tab deletes the conversation, which is then deleted or whole', async () => {
  const cookie = await test.signIn('member');
  const conversationId = randomUUID();
  const question = 'How many customers are there?';
  const ask = () => send(cookie, question, { conversationId, turnId: randomUUID() });
  const url = buildUrl(deleteConversation.path, { conversationId });
  const remove = () => test.inject({ method: 'DELETE', url, headers: { cookie }, payload: {} });
  for (let round = 0; round < 5; round++) {
    await ask();
    const [asked, deleted] = await Promise.all([ask(), remove()]);
    expect([200, 404]).toContain(asked.status);
    expect(deleted.statusCode).toBe(200);
    const stored = await test.inject({ url, headers: { cookie } });
    if (stored.statusCode === 200) expect(stored.json().turns.length).toBeGreaterThan(0);
    else expect(stored.statusCode).toBe(404);
  }
});
