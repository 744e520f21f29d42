import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ClientError,
  clientErrorMaxBytes,
  clientErrorMaxCharacters,
  postClientError,
} from '#shared/core/client-errors.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';

let lines: string[] = [];
const stream = new Writable({
  write(chunk, _, done) {
    lines.push(String(chunk));
    done();
  },
});
let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp({
    dependencies: { log: Fastify({ logger: { level: 'warn', stream } }).log },
  });
});
afterAll(() => testApp.close());
beforeEach(() => {
  lines = [];
});

const id = '6f9b5f0e-5c1d-4f7e-9a39-2f6f6c1f0a11';
const crash: ClientError = {
  id,
  message: 'x is not a function',
  stack: 'TypeError: x\n\tat Page (app.js:1:2)',
  page: '/dashboard',
};
let machines = 0;
const newMachine = () => {
  machines += 1;
  return `10.9.${machines}.1`;
};

function report(
  payload: unknown,
  {
    remoteAddress = newMachine(),
    headers = {},
  }: { remoteAddress?: string; headers?: Record<string, string> } = {},
) {
  return testApp.app.inject({
    method: 'POST',
    url: postClientError.path,
    remoteAddress,
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
}

const logged = () => lines.map((line): Record<string, unknown> => JSON.parse(line));

test('a crash is one line of the log, under the id shown to the user', async () => {
  const answer = await report(crash);
  expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(lines).toHaveLength(1);
  expect(lines[0]?.indexOf('\n')).toBe((lines[0]?.length ?? 0) - 1);
  expect(logged()[0]).toMatchObject({
    level: 40,
    msg: 'a page crashed in the browser',
    ...crash,
    userId: null,
  });
});

test('the line has the id of the signed-in user', async () => {
  const cookie = await testApp.signIn('member');
  const who = await testApp.app.inject({ url: '/api/auth/user', headers: { cookie } });
  await report({ ...crash, stack: null }, { headers: { cookie } });
  expect(logged()[0]).toMatchObject({ id, stack: null, userId: who.json().id });
});

test('hostile text stays one line, is made visible, and is not echoed', async () => {
  const hostile =
    'a\r\n{"level":60,"msg":"owned"}\u001b[2J\u009b31m\u0000\u2028\u202egnp\u200b<script>alert(1)</script>\ud800';
  const answer = await report({
    ...crash,
    message: hostile,
    stack: hostile,
    page: `/${'\u202e\u001b'}x`,
  });
  expect([answer.statusCode, answer.body]).toEqual([200, '{}']);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).toMatch(/^[^\p{Cc}\p{Cf}\u2028\u2029]*$/u);
  const clean =
    'a\ufffd\n{"level":60,"msg":"owned"}\ufffd[2J\ufffd31m\ufffd\ufffd\ufffdgnp\ufffd<script>alert(1)</script>\ufffd';
  expect(logged()[0]).toMatchObject({
    level: 40,
    message: clean,
    stack: clean,
    page: '/\ufffd\ufffdx',
  });
});

test.each([
  ['nothing', ''],
  ['no JSON', '{'],
  ['null', 'null'],
  ['a list', []],
  ['no id', { ...crash, id: undefined }],
  ['an id that is none', { ...crash, id: 'x"}\n{"level":60' }],
  ['a message that is no text', { ...crash, message: { toString: 1 } }],
  ['a message too long', { ...crash, message: 'm'.repeat(clientErrorMaxCharacters.message + 1) }],
  ['a stack too long', { ...crash, stack: 's'.repeat(clientErrorMaxCharacters.stack + 1) }],
  ['no stack at all', { ...crash, stack: undefined }],
  ['another host', { ...crash, page: 'https://evil.example/' }],
  ['a page with its query', { ...crash, page: '/insights?signature=secret' }],
  ['a page with its fragment', { ...crash, page: '/x#secret' }],
  ['a field of its own', { ...crash, level: 60 }],
  [
    'a field of every object',
    `{"__proto__":{"level":60},"id":"${id}","message":"m","stack":null,"page":"/"}`,
  ],
])('%s is refused, and the log stays empty', async (_, payload) => {
  const answer = await report(payload);
  expect([400, 422]).toContain(answer.statusCode);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body).not.toMatch(/secret|evil/);
  expect(lines).toEqual([]);
});

test('8 kB are accepted, a byte more is refused, whatever its content-length says', async () => {
  const padded = (bytes: number) => JSON.stringify(crash).padEnd(bytes, ' ');
  expect((await report(padded(clientErrorMaxBytes))).statusCode).toBe(200);
  expect((await report(padded(clientErrorMaxBytes + 1))).statusCode).toBe(413);
  expect((await report(padded(900_000))).statusCode).toBe(413);
  expect(lines).toHaveLength(1);
});

test('ten reports a minute are logged per address, and other addresses are unaffected', async () => {
  const remoteAddress = newMachine();
  const statuses: number[] = [];
  for (let sent = 0; sent < 12; sent += 1)
    statuses.push((await report({ ...crash, id: randomUUID() }, { remoteAddress })).statusCode);
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
  expect(lines).toHaveLength(10);
  expect((await report(crash)).statusCode).toBe(200);
});

test('another site cannot write into the log', async () => {
  expect((await report(crash, { headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(
    403,
  );
  expect((await report(crash, { headers: { 'content-type': 'text/plain' } })).statusCode).toBe(415);
  expect(lines).toEqual([]);
});
