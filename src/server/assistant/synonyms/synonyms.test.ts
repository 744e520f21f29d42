import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Outcome, postQuestion } from '#shared/assistant/assistant.ts';
import { postFeedback } from '#shared/assistant/conversations.ts';
import {
  deleteSynonym,
  getSynonyms,
  getTerms,
  postSynonym,
  reservedWords,
} from '#shared/assistant/synonyms.ts';
import { getUnanswered } from '#shared/assistant/unanswered.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';

let test: TestApp;
let admin: string;
let ana: string;
beforeAll(async () => {
  test = await buildTestApp();
  admin = await test.signIn('admin');
});
afterAll(() => test.close());
beforeEach(async () => {
  ana = await test.signIn('member');
  await test.database.execute('delete from assistant_conversation');
  for (const { synonymId } of await synonyms()) await remove(synonymId);
});

const send = (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  payload: Record<string, unknown> = {},
  cookie = admin,
) =>
  test.inject({
    method,
    url,
    headers: { cookie },
    ...(method === 'GET' ? {} : { payload }),
  });
const add = (word: string, term: string, list: string | null = null, synonymId = randomUUID()) =>
  send('POST', postSynonym.path, { synonymId, word, term, list });
const remove = (synonymId: string) => send('DELETE', buildUrl(deleteSynonym.path, { synonymId }));
const synonyms = async () =>
  getSynonyms.response.parse((await send('GET', getSynonyms.path)).json()).rows;
const terms = async (search: string) =>
  getTerms.response.parse((await send('GET', buildUrl(getTerms.path, {}, { search }))).json()).rows;
const unanswered = async () =>
  getUnanswered.response.parse((await send('GET', getUnanswered.path)).json());

async function ask(question: string, ids: { conversationId: string; turnId: string } | null) {
  const payload = { question, plan: null, last: null, ...ids };
  const answer = await send('POST', postQuestion.path, payload, ana);
  expect(answer.statusCode).toBe(200);
  const outcome: Outcome = postQuestion.response.parse(answer.json());
  return outcome;
}
const newIds = () => ({ conversationId: randomUUID(), turnId: randomUUID() });
const question = 'How many zorbs are there?';

it('a synonym is known to all users at once, and unknown again after it was removed', async () => {
  expect(await ask(question, null)).toMatchObject({ kind: 'refuse', unknownWords: ['zorbs'] });
  const added = await add('Zorb', 'customers');
  expect(added.json()).toMatchObject({
    word: 'Zorb',
    meanings: expect.arrayContaining([
      { list: null, listName: null, text: 'the list of customers' },
    ]),
    createdBy: 'Avery Admin',
  });
  const plain = await ask('How many customers are there?', null);
  expect(plain.kind).toBe('answer');
  expect(await ask(question, null)).toEqual(plain);
  expect(await synonyms()).toEqual([added.json()]);
  const { synonymId } = added.json();
  for (let round = 0; round < 2; round++) expect((await remove(synonymId)).statusCode).toBe(200);
  expect(await synonyms()).toEqual([]);
  expect(await ask(question, null)).toMatchObject({ kind: 'refuse' });
  expect((await add('zorb', 'customers')).statusCode).toBe(200);
});

it('adding and removing a synonym is in the audit log once', async () => {
  const synonymId = randomUUID();
  const answers = await Promise.all([1, 2].map(() => add('zorb', 'customers', null, synonymId)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await remove(synonymId);
  await remove(synonymId);
  const { rows } = await test.database.execute(
    `select action, object_id, detail from audit_log where object_id = '${synonymId}' order by position`,
  );
  const synonym = { word: 'zorb', term: 'customers', list: null };
  expect(rows).toEqual([
    { action: 'assistant.synonym.add', object_id: synonymId, detail: { after: synonym } },
    { action: 'assistant.synonym.remove', object_id: synonymId, detail: { before: synonym } },
  ]);
});

it('words with a meaning, reserved words and unknown terms are refused', async () => {
  const problems: [string, string, string | null, string][] = [
    ...['customers', 'Customer', 'this month', 'at risk', 'how many'].map(
      (word): [string, string, null, string] => [word, 'customers', null, 'already has a meaning'],
    ),
    ...reservedWords.map((word): [string, string, null, string] => [
      `${word} zorb`,
      'customers',
      null,
      'changes the meaning of a question',
    ]),
    ...['either', 'never', 'unless', 'ago', 'cannot', 'may', 'last'].map(
      (word): [string, string, null, string] => [
        word,
        'critical',
        null,
        'changes the meaning of a question',
      ],
    ),
    ...['#', '@', '(a|b)', '$&', '.*', '\u200b'].map((word): [string, string, null, string] => [
      word,
      'critical',
      null,
      'A synonym consists of words.',
    ]),
    ['zorb', 'quux', null, 'has no meaning in these questions'],
    ['zorb', 'please', null, 'has no meaning in these questions'],
    ['zorb', 'customers', 'quuxes', 'This list no longer exists.'],
    ['12 zorbs', 'customers', null, 'A synonym consists of words.'],
    ['!?', 'customers', null, 'A synonym consists of words.'],
    ['🦷', 'customers', null, 'A synonym consists of words.'],
    ['zorb\0', 'customers', null, 'NUL'],
    ['zorb\ud800', 'customers', null, 'NUL'],
    ['z'.repeat(61), 'customers', null, 'at most 60 characters'],
    ['za zb zc zd ze zf', 'customers', null, 'at most 5 words'],
  ];
  for (const [word, term, list, problem] of problems) {
    const { statusCode, body } = await add(word, term, list);
    expect([word, statusCode, body]).toEqual([word, 422, expect.stringContaining(problem)]);
  }
  expect(await synonyms()).toEqual([]);
});

it('a word has one meaning in a list', async () => {
  expect((await add('zorb', 'customers', 'customers')).statusCode).toBe(200);
  expect((await add('ZORBS', 'tickets', 'tickets')).statusCode).toBe(200);
  for (const list of [null, 'customers'])
    expect((await add('zorbs', 'tickets', list)).statusCode).toBe(422);
  const raced = await Promise.all([1, 2, 3].map(() => add('quux', 'customers')));
  expect(raced.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(await synonyms()).toHaveLength(3);
});

it('finds terms with their meanings, but no meaningless words', async () => {
  expect((await terms('CUSTOMER'))[0]).toMatchObject({
    term: expect.stringMatching(/^customer/),
    meanings: expect.arrayContaining([
      { list: null, listName: null, text: 'the list of customers' },
    ]),
  });
  const atRisk = (await terms('at risk')).find(({ term }) => term.toLowerCase() === 'at risk');
  expect(atRisk?.meanings.map(({ listName }) => listName)).toContain('customers');
  expect((await terms('please')).map(({ term }) => term)).not.toContain('please');
  expect(await terms('%_\'"<b>')).toEqual([]);
});

it('reports unknown words, other refusals and bad answers, without users', async () => {
  const ids = newIds();
  await ask('How many customers are there?', ids);
  for (const [minute, text] of [
    'How many zorbs are there?',
    'How many zorbs are there?',
    'ZORB by state',
    'Customers with quux',
  ].entries()) {
    test.setClock(new Date(Date.UTC(2026, 10, 18, 18, minute)));
    await ask(text, newIds());
  }
  await ask('customers over', newIds());
  const body = { verdict: 'down', reason: '<i>Too</i> few' };
  await send('POST', buildUrl(postFeedback.path, { turnId: ids.turnId }), body, ana);
  expect(await unanswered()).toEqual({
    words: [
      {
        ...{ word: 'ZORB', questions: 3, lastAskedAt: '2026-11-18T18:02:00.000Z' },
        examples: ['ZORB by state', 'How many zorbs are there?'],
      },
      {
        ...{ word: 'quux', questions: 1, lastAskedAt: '2026-11-18T18:03:00.000Z' },
        examples: ['Customers with quux'],
      },
    ],
    refused: [
      {
        ...{ question: 'customers over', reason: expect.any(String), times: 1 },
        lastAskedAt: '2026-11-18T18:03:00.000Z',
      },
    ],
    badAnswers: [
      {
        ...{ turnId: ids.turnId, question: 'How many customers are there?' },
        ...{ reading: expect.any(String), reason: '<i>Too</i> few' },
        ratedAt: '2026-11-18T18:03:00.000Z',
      },
    ],
  });
  test.setClock(new Date(Date.UTC(2026, 10, 18, 18, 9)));
  await add('zorb', 'customers');
  expect((await unanswered()).words.map(({ word }) => word)).toEqual(['quux']);
});
