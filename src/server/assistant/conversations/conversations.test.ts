import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { maxQuestionsPerMinute, postPlan, postQuestion } from '#shared/assistant/assistant.ts';
import {
  deleteConversations,
  getConversation,
  getConversations,
  postFeedback,
} from '#shared/assistant/conversations.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';

let test: TestApp;
let ana: string;
let ben: string;
beforeAll(async () => {
  test = await buildTestApp();
  ben = await test.signIn('member');
});
afterAll(() => test.close());

/** Sends as a new user, so that one test does not use up the limit of another. */
const asNewUser = async () => {
  ana = await test.signIn('member');
};

const send = (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  payload: Record<string, unknown> = {},
  cookie = ana,
) =>
  test.inject({
    method,
    url,
    headers: { cookie },
    ...(method === 'GET' ? {} : { payload }),
  });
const ask = (body: Record<string, unknown>, cookie = ana) =>
  send('POST', postQuestion.path, { plan: null, last: null, ...body }, cookie);
const newIds = () => ({ conversationId: randomUUID(), turnId: randomUUID() });
const conversationUrl = (conversationId: string) =>
  buildUrl(getConversation.path, { conversationId });
const reopen = async (conversationId: string) =>
  getConversation.response.parse((await send('GET', conversationUrl(conversationId))).json());
const history = async (cookie = ana) =>
  getConversations.response.parse((await send('GET', getConversations.path, {}, cookie)).json())
    .rows;
const rate = (turnId: string, body: Record<string, unknown>, cookie = ana) =>
  send('POST', buildUrl(postFeedback.path, { turnId }), body, cookie);

const count = 'How many customers are there?';

it('stores question, reading and plan, from which the answer is computed again', async () => {
  await asNewUser();
  const ids = newIds();
  const answer = (await ask({ ...ids, question: count })).json();
  expect(answer).toMatchObject({ kind: 'answer', total: 0 });
  await ask({ ...ids, turnId: randomUUID(), question: 'How many zorbs are there?' });
  const { turns, ...conversation } = await reopen(ids.conversationId);
  expect(conversation).toMatchObject({ title: count, earlierTurns: 0 });
  expect(turns).toMatchObject([
    {
      ...{ turnId: ids.turnId, question: count, prompt: null, kind: 'answer' },
      ...{ reading: answer.reading, plan: answer.plan, reason: null, feedback: null },
    },
    { kind: 'refuse', reading: null, plan: null, unknownWords: ['zorbs'] },
  ]);
  const again = await ask({ ...ids, question: count, plan: turns[0]?.plan ?? null });
  expect(again.json()).toEqual(answer);
  expect((await reopen(ids.conversationId)).turns).toHaveLength(2);
});

it('a repeated question is answered again without a second row', async () => {
  await asNewUser();
  const ids = newIds();
  const [one, two] = await Promise.all([1, 2].map(() => ask({ ...ids, question: count })));
  expect([one?.statusCode, two?.statusCode]).toEqual([200, 200]);
  expect(two?.json()).toEqual(one?.json());
  expect((await ask({ ...ids, question: count })).json()).toEqual(one?.json());
  expect((await reopen(ids.conversationId)).turns).toHaveLength(1);
  const other = await ask({ ...ids, question: 'How many tickets are there?' });
  expect([other.statusCode, other.body]).toEqual([
    409,
    'This question couldn’t be sent, because another question has the same id. Ask it again.',
  ]);
});

it('questions from two tabs at once are all in the conversation, in one order', async () => {
  await asNewUser();
  const { conversationId } = newIds();
  const questions = Array.from({ length: 10 }, (_, at) => `How many customers score over ${at}?`);
  const answers = await Promise.all(
    questions.map((question) => ask({ conversationId, turnId: randomUUID(), question })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(questions.map(() => 200));
  const { turns } = await reopen(conversationId);
  expect(turns.map(({ question }) => question).toSorted()).toEqual(questions);
  expect(await history()).toMatchObject([{ conversationId, turns: 10 }]);
});

it('conversations and questions of other users do not exist', async () => {
  await asNewUser();
  const ids = newIds();
  await ask({ ...ids, question: count });
  const foreign = await Promise.all([
    send('GET', conversationUrl(ids.conversationId), {}, ben),
    ask({ ...ids, question: count }, ben),
    ask({ ...ids, turnId: randomUUID(), question: count }, ben),
    ask({ ...ids, conversationId: randomUUID(), question: count }, ben),
    rate(ids.turnId, { verdict: 'up' }, ben),
    send('GET', conversationUrl(randomUUID()), {}, ben),
  ]);
  expect(foreign.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404]);
  expect((await send('DELETE', conversationUrl(ids.conversationId), {}, ben)).statusCode).toBe(200);
  expect(await history(ben)).toEqual([]);
  expect((await reopen(ids.conversationId)).turns).toHaveLength(1);
});

it('ids are sent together, and a question without ids is not stored', async () => {
  await asNewUser();
  expect((await ask({ turnId: randomUUID(), question: count })).statusCode).toBe(422);
  expect((await ask({ conversationId: randomUUID(), question: count })).statusCode).toBe(422);
  expect((await ask({ question: count })).statusCode).toBe(200);
  expect(await history()).toEqual([]);
});

it('conversations are listed newest first and can be deleted, one or all', async () => {
  await asNewUser();
  const [first, second, third] = [newIds(), newIds(), newIds()];
  for (const [minute, ids] of [first, second, third, first].entries()) {
    test.setClock(new Date(Date.UTC(2026, 10, 18, 18, minute)));
    await ask({ ...ids, turnId: randomUUID(), question: count });
  }
  const ids = async () => (await history()).map(({ conversationId }) => conversationId);
  expect(await ids()).toEqual([first, third, second].map(({ conversationId }) => conversationId));
  for (let round = 0; round < 2; round++)
    expect((await send('DELETE', conversationUrl(third.conversationId))).statusCode).toBe(200);
  expect(await ids()).toEqual([first.conversationId, second.conversationId]);
  expect((await send('DELETE', deleteConversations.path)).json()).toEqual({ deleted: 2 });
  expect(await ids()).toEqual([]);
  const left = await test.database.execute(
    `select from assistant_turn where conversation_id in ('${first.conversationId}', '${third.conversationId}')`,
  );
  expect(left.rows).toEqual([]);
});

it('a verdict has a reason, can be changed and removed', async () => {
  await asNewUser();
  const ids = newIds();
  await ask({ ...ids, question: count });
  const feedback = async () => (await reopen(ids.conversationId)).turns[0]?.feedback;
  for (const sent of [
    { verdict: 'down', reason: '<b>Wrong</b> **number**' },
    { verdict: 'up', reason: '' },
  ]) {
    expect((await rate(ids.turnId, sent)).json()).toEqual({ feedback: sent });
    expect(await feedback()).toEqual(sent);
  }
  expect((await rate(ids.turnId, { verdict: null })).json()).toEqual({ feedback: null });
  expect(await feedback()).toBeNull();
  expect((await rate(ids.turnId, { verdict: 'down', reason: 'x'.repeat(501) })).statusCode).toBe(
    422,
  );
  expect((await rate(randomUUID(), { verdict: 'up' })).statusCode).toBe(404);
});

it('hostile texts are refused or stored as they are', async () => {
  await asNewUser();
  const ids = newIds();
  for (const question of ['a\0b', 'a\ud800', 'x'.repeat(501), ' '])
    expect((await ask({ ...ids, question })).statusCode).toBe(422);
  expect((await rate(ids.turnId, { verdict: 'up', reason: 'a\0b' })).statusCode).toBe(422);
  const questions = [
    'x'.repeat(500),
    "'; drop table assistant_turn; --",
    '![x](https://evil.example/x.png) <script>alert(1)</script>',
    '🦷👩‍⚕️ naïve ½',
    '{"a": "\\u0000"}',
  ];
  for (const question of questions)
    expect((await ask({ ...ids, turnId: randomUUID(), question })).statusCode).toBe(200);
  const { turns, title } = await reopen(ids.conversationId);
  expect(turns.map(({ question }) => question)).toEqual(questions);
  expect(title).toBe(questions[0]);
});

it('a user can ask 30 questions a minute; repeated questions count, and plans do not', async () => {
  await asNewUser();
  const ids = newIds();
  const plan = (await ask({ ...ids, question: count })).json().plan;
  const statuses: number[] = [];
  for (let at = 1; at < maxQuestionsPerMinute; at++)
    statuses.push((await ask({ question: count })).statusCode);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = await ask({ ...ids, turnId: randomUUID(), question: count });
  expect([refused.statusCode, refused.body]).toEqual([
    429,
    expect.stringMatching(/^You can ask 30 questions a minute\. Try again in \d+ seconds?\.$/),
  ]);
  expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  expect((await ask({ ...ids, question: count, plan })).statusCode).toBe(429);
  expect((await send('POST', postPlan.path, { plan })).statusCode).toBe(200);
  expect((await ask({ question: count }, ben)).statusCode).toBe(200);
  expect((await reopen(ids.conversationId)).turns).toHaveLength(1);
});
