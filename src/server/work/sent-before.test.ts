import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUrl } from '#shared/core/endpoint.ts';
import { getRiskCase } from '#shared/work/cases.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  await insertInstitution(test.database, { institution_id: 1 });
});
afterAll(() => test.close());

type Calls = Record<
  string,
  (id: string, text: string) => { url: string; payload: Record<string, unknown> }
>;
/** Requests that save a text. The last word of each name is the field that contains the text. */
const calls: Calls = {
  'note body': (noteId, body) => ({ url: '/api/institution/1/notes', payload: { noteId, body } }),
  'task title': (taskId, title) => ({
    url: '/api/institution/1/tasks',
    payload: { taskId, title },
  }),
  'task details': (taskId, details) => ({
    url: '/api/institution/1/tasks',
    payload: { taskId, title: 'Call', details },
  }),
  'outcome note': (outcomeId, note) => ({
    url: '/api/work/risk-cases/outcomes',
    payload: { institutionIds: [1], outcomeId, outcome: 'contacted', note },
  }),
  'board name': (boardId, name) => ({
    url: '/api/boards',
    payload: { boardId, name, copyOf: 'health' },
  }),
  'view name': (savedViewId, name) => ({
    url: '/api/list/saved-views',
    payload: { savedViewId, list: 'customers', name, shared: false, search: '' },
  }),
};

const outcomeOf = async (id: string) =>
  getRiskCase.response
    .parse((await test.inject({ url: buildUrl(getRiskCase.path, { id: 1 }) })).json())
    .outcomes.find(({ outcomeId }) => outcomeId === id);

describe.each(Object.entries(calls))('a %s', (name, call) => {
  const send = (id: string, text: string) => test.inject({ method: 'POST', ...call(id, text) });
  const field = name.split(' ')[1] ?? '';

  it.each([
    '😀 👩‍👩‍👧',
    'e\u0301 is not é',
    'שלום \u202eabc',
    '\uffff\ufeff·',
    '<script>',
    "'; --",
    '__proto__',
  ])(
    'with the text %j is stored unchanged, so that a repeated request is recognized',
    async (text) => {
      const id = randomUUID();
      const [first, again] = [await send(id, text), await send(id, text)];
      const kept = name === 'outcome note' ? await outcomeOf(id) : first.json();
      expect([first.statusCode, kept]).toEqual([
        200,
        expect.objectContaining({ [field]: text.trim() }),
      ]);
      expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    },
  );

  it.each(['Call\ud800', '\udfffCall', 'Ca\0ll'])(
    'with the text %j is refused, because the database would return another text',
    async (text) => {
      const answer = await send(randomUUID(), text);
      expect([answer.statusCode, answer.body]).toEqual([
        422,
        `${field}: must not contain a NUL character or a lone surrogate`,
      ]);
    },
  );
});

it('a repeated change of a task is already done', async () => {
  const taskId = randomUUID();
  await test.inject({ method: 'POST', ...calls['task title']?.(taskId, 'Call') });
  const change = (title: string) =>
    test.inject({
      method: 'PATCH',
      url: `/api/institution/1/tasks/${taskId}`,
      payload: { version: 1, title },
    });
  const [first, again] = [await change('Call 😀'), await change('Call 😀')];
  expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
  expect((await change('Call \ud83d')).statusCode).toBe(422);
});
