import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { encodeCursor } from './paging.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  await insertInstitution(test.database, { institution_id: 1 });
});
afterAll(() => test.close());

const taskId = '00000000-0000-4000-8000-000000000001';
const forged: [path: string, place: (string | number)[]][] = [
  ...['0000-01-01', '9999-12-31', '0000-01-01T00:00:00Z', '-infinity', 'now', '2026-02-30'].flatMap(
    (key) =>
      ['open', 'closed'].map((state): [string, (string | number)[]] => [
        `/api/work/tasks?state=${state}`,
        [key, 1, taskId],
      ]),
  ),
  ...[-1, 0, 1.5, 2 ** 53, 1e308].map((id): [string, (string | number)[]] => [
    '/api/work/tasks?state=open',
    ['2026-11-20', id, taskId],
  ]),
  ...['note:\0', 'note:\ud800'].map((id): [string, (string | number)[]] => [
    '/api/institution/1/timeline?',
    [0, id],
  ]),
  ...[0.5, 2 ** 53, -1e308].map((micros): [string, (string | number)[]] => [
    '/api/institution/1/timeline?',
    [micros, 'live'],
  ]),
];

it.each(forged)('%s refuses the forged cursor %j', async (path, place) => {
  const answer = await test.inject({ url: `${path}&after=${encodeCursor(place)}` });
  expect([answer.statusCode, answer.body]).toEqual([
    422,
    'after: must be a cursor from an earlier response',
  ]);
});

it.each(['', '%00', 'a b', '%F0%9F%98%80', 'x'.repeat(121), '__proto__', 'bnVsbA'])(
  'refuses the malformed cursor %j',
  async (after) => {
    for (const path of ['/api/work/tasks?', '/api/institution/1/timeline?'])
      expect((await test.inject({ url: `${path}&after=${after}` })).statusCode).toBe(422);
  },
);
