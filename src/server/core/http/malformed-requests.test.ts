import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '#test/app.ts';

let testApp: TestApp;
let port: number;
beforeAll(async () => {
  testApp = await buildTestApp();
  port = Number(new URL(await testApp.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => testApp.close());

/** Sends raw lines and returns the response. Reads until the server closes the connection. */
async function answerTo(lines: string[]): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
}
const get = (path: string, ...headers: string[]) =>
  answerTo([`GET ${path} HTTP/1.1`, 'host: localhost', 'connection: close', ...headers]);

test.each([
  ['a URL that is not encoded', () => get('/api/boards/%'), 400, 'not encoded'],
  ['an escape of no character', () => get('/api/boards/%C0%80'), 400, 'not encoded'],
  [
    'a part of an address that is too long',
    () => get(`/api/boards/${'x'.repeat(300)}`),
    414,
    'too long',
  ],
  [
    'headers that are too long',
    () => get('/api/boards/health', `x-long: ${'y'.repeat(20_000)}`),
    431,
    'too long',
  ],
  ['a header that is none', () => get('/api/boards/health', 'no header'), 400, 'cannot be read'],
  ['bytes beyond ASCII in an address', () => get('/api/boards/\xff\0'), 400, 'cannot be read'],
  [
    'two lengths',
    () => get('/api/boards/health', 'content-length: 1', 'content-length: 2'),
    400,
    'cannot be read',
  ],
  ['no HTTP at all', () => answerTo(['SSH-2.0-OpenSSH_9.2']), 400, 'cannot be read'],
])('%s is refused with a plain message', async (_, ask, status, words) => {
  const answer = await ask();
  expect([answer.status, answer.body]).toEqual([status, expect.stringContaining(words)]);
  expect(answer.head).toContain('content-type: text/plain; charset=utf-8');
});

test('a URL that is not encoded is answered with the headers of every answer', async () => {
  const [wrong, right] = [
    await testApp.app.inject('/api/boards/%'),
    await testApp.app.inject('/api/boards/health'),
  ];
  for (const header of [
    'content-security-policy',
    'x-content-type-options',
    'strict-transport-security',
    'x-robots-tag',
  ])
    expect([header, wrong.headers[header]]).toEqual([header, right.headers[header]]);
});
