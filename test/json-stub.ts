import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

export interface StubCall {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}
export interface StubReply {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

/** Faulty response instead of the correct one. */
export type StubFault =
  | { status: number; retryAfter?: string; body?: string }
  | 'slow'
  | 'cut off'
  | 'hang up'
  | 'HTML'
  | 'empty'
  | 'huge'
  | 'wrong types';

/** Faults of a directory, each with the error text that reports it. */
export const directoryFaults: readonly [name: string, fault: StubFault, text: RegExp][] = [
  ['401', { status: 401 }, /rejected the request \(401\)/],
  ['403', { status: 403 }, /rejected the request \(403\)/],
  ['429 with a hint', { status: 429, retryAfter: '120' }, /allows no more requests/],
  ['429 without a hint', { status: 429 }, /allows no more requests/],
  ['500', { status: 500, body: 'stack trace' }, /failed \(500\)/],
  ['a redirect', { status: 302 }, /refused the request \(302\)/],
  ['a slow answer', 'slow', /didn’t answer within 0\.5 s/],
  ['an answer that is cut off', 'cut off', /closed the connection/],
  ['no connection', 'hang up', /can’t be reached/],
  ['HTML', 'HTML', /can’t read/],
  ['an empty answer', 'empty', /can’t read/],
  ['a huge answer', 'huge', /longer than 8 MB/],
  ['wrong types', 'wrong types', /can’t read/],
];

/**
 * Starts a server on this machine that answers with `reply`. An error that `reply` throws becomes a
 * 400 answer and is kept in `errors`.
 */
export async function startJsonStub(
  reply: (call: StubCall) => StubReply | Promise<StubReply>,
  wrongTypes: string,
) {
  const calls: StubCall[] = [];
  const errors: unknown[] = [];
  let fault: StubFault | undefined;
  let closedEarly = 0;
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) closedEarly += 1;
    });
    answer(request, response).catch((error: unknown) => {
      errors.push(error);
      response.writeHead(400).end('{"error":{"code":400}}');
    });
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call: StubCall = {
      method: request.method ?? '',
      url: new URL(request.url ?? '/', 'http://stub'),
      headers: request.headers,
      body: await text(request),
    };
    calls.push(call);
    const right = await reply(call);
    if (fault !== undefined) return sendFault(fault, right, request, response);
    response
      .writeHead(right.status ?? 200, { 'content-type': 'application/json', ...right.headers })
      .end(right.body);
  }
  async function sendFault(
    wrong: StubFault,
    right: StubReply,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (wrong === 'hang up') return void request.socket.destroy();
    if (wrong === 'slow') {
      await Promise.race([pause(5_000, undefined, { ref: false }), once(response, 'close')]);
      return void response.end(right.body);
    }
    if (wrong === 'cut off') {
      response.writeHead(200, { 'content-length': right.body.length + 100 });
      response.write(right.body.slice(0, 10), () => request.socket.destroy());
      return;
    }
    if (wrong === 'HTML')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html>Sign in to the network</html>');
    if (wrong === 'empty') return void response.writeHead(200).end();
    if (wrong === 'huge') return void response.writeHead(200).end(Buffer.alloc(9_000_000, ' '));
    if (wrong === 'wrong types') return void response.writeHead(200).end(wrongTypes);
    response
      .writeHead(wrong.status, {
        location: 'http://127.0.0.1:1/',
        ...(wrong.retryAfter === undefined ? {} : { 'retry-after': wrong.retryAfter }),
      })
      .end(wrong.body ?? '');
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    calls,
    /** Requests that the stub refused because they break the rules of the API. */
    errors,
    /** Number of connections that the caller closed before the answer. */
    closedEarly: () => closedEarly,
    setFault(next: StubFault | undefined) {
      fault = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
