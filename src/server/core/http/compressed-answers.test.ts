import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { compressAnswers } from './compressed-answers.ts';

const long = { rows: Array.from({ length: 200 }, (_, at) => ({ name: `Größe ${at}` })) };
const app = Fastify();
compressAnswers(app);
app.get('/long', () => long);
app.get('/short', () => ({ ok: true }));
app.get('/text', (_, reply) => reply.type('text/plain').send('x'.repeat(5_000)));
app.get('/packed', (_, reply) =>
  reply
    .header('content-encoding', 'x-own')
    .header('content-type', 'application/json')
    .send('y'.repeat(5_000)),
);
app.get('/for-one', (_, reply) => reply.header('vary', 'Cookie').send(long));
afterAll(() => app.close());

const get = (url: string, accepted: string) =>
  app.inject({ url, headers: { 'accept-encoding': accepted } });

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
] as const)(
  'a long answer to a client that accepts %s is sent as %s',
  async (accepted, encoding, unpack) => {
    const answer = await get('/long', accepted);
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
    expect(JSON.parse(unpack(answer.rawPayload).toString())).toEqual(long);
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
    expect(answer.rawPayload.length).toBeLessThan(JSON.stringify(long).length / 3);
  },
);

test.each(['', 'identity', 'zstd'])(
  'it is sent uncompressed to a client that accepts %j',
  async (accepted) => {
    const answer = await get('/long', accepted);
    expect([answer.headers['content-encoding'], answer.json()]).toEqual([undefined, long]);
    expect(answer.headers.vary).toBe('Accept-Encoding');
  },
);

test('short answers, texts and compressed answers are sent unchanged', async () => {
  expect((await get('/short', 'br')).json()).toEqual({ ok: true });
  expect((await get('/text', 'br')).body).toBe('x'.repeat(5_000));
  expect((await get('/packed', 'br')).headers['content-encoding']).toBe('x-own');
  expect((await get('/for-one', 'br')).headers.vary).toBe('Cookie, Accept-Encoding');
});
