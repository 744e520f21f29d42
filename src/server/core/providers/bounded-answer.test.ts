import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AnswerTooLong, readBoundedAnswer } from './bounded-answer.ts';

const mostBytes = 1024 * 1024;

const server = createServer((request, response) => {
  const text = 'x'.repeat(Number(request.url?.slice(1)));
  if (request.headers['x-slow'] !== undefined) return void response.write('x');
  response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text));
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

it('reads an answer of exactly the limit', async () => {
  expect(
    await readBoundedAnswer(await fetch(`${origin}/${mostBytes}`), mostBytes, undefined),
  ).toHaveLength(mostBytes);
});

it('counts the decompressed size of a small answer', async () => {
  const answer = await fetch(`${origin}/${mostBytes + 1}`);
  await expect(readBoundedAnswer(answer, mostBytes, undefined)).rejects.toThrow(
    new AnswerTooLong(mostBytes),
  );
  expect(new AnswerTooLong(mostBytes).message).toBe('The answer is longer than 1 MB.');
});

it('reads an answer without a body', async () => {
  expect(
    await readBoundedAnswer(new Response(null, { status: 204 }), mostBytes, undefined),
  ).toHaveLength(0);
});

it('stops reading an answer that stalls', async () => {
  const deadline = new AbortController();
  const answer = await fetch(`${origin}/1`, { headers: { 'x-slow': 'yes' } });
  const reading = readBoundedAnswer(answer, mostBytes, deadline.signal);
  deadline.abort(new Error('Too late.'));
  await expect(reading).rejects.toThrow('Too late.');
});
