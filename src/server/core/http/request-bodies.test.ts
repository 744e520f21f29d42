import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import { postClientError } from '#shared/core/client-errors.ts';
import { median } from '#shared/core/numbers/median.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { HttpError } from '../errors.ts';
import { bodyTimeLimits, closeUnreadBodyConnections, limitBodyTimes } from './request-bodies.ts';

interface Conversation {
  socket: Socket;
  received: () => string;
  /** Milliseconds until the server closed the connection. */
  ended: Promise<number>;
}

const open = new Set<Socket>();
afterAll(() => {
  for (const socket of open) socket.destroy();
});

/**
 * Sends the text. With `byteIntervalMs`, also sends one more byte at this interval until the
 * connection closes.
 */
function converse(app: FastifyInstance, sent: string, byteIntervalMs?: number): Conversation {
  const { port } = app.server.address() as AddressInfo;
  const begun = performance.now();
  const socket = connect(port, '127.0.0.1');
  open.add(socket);
  socket.write(sent);
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  // The server may close the connection while bytes are in transit.
  socket.on('error', () => undefined);
  const trickle =
    byteIntervalMs === undefined ? undefined : setInterval(() => socket.write('1'), byteIntervalMs);
  const ended = new Promise<number>((resolve) => {
    socket.once('close', () => {
      clearInterval(trickle);
      resolve(performance.now() - begun);
    });
  });
  return { socket, received: () => received, ended };
}

const requestOf = (lines: readonly string[], body = '') =>
  [...lines, 'host: localhost:3000', '', body].join('\r\n');
const statusOf = ({ received }: Conversation) => Number(/^HTTP\/1\.1 (\d+)/.exec(received())?.[1]);
const json = 'content-type: application/json';
const sameOrigin = 'sec-fetch-site: same-origin';

describe('refused and slow senders', () => {
  let testApp: TestApp;
  let origin: string;
  beforeAll(async () => {
    testApp = await buildTestApp();
    origin = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => testApp.close());

  const refusals: [string, string[], number][] = [
    ['a stranger', ['POST /api/work/tasks HTTP/1.1', sameOrigin, json], 401],
    ['another site', ['POST /api/work/tasks HTTP/1.1', 'sec-fetch-site: cross-site', json], 403],
    ['a form', ['POST /api/work/tasks HTTP/1.1', sameOrigin, 'content-type: text/plain'], 415],
    [
      'a wrong key',
      [
        'POST /api/ingest/practices HTTP/1.1',
        'authorization: Bearer chairside_x',
        'content-type: text/csv',
      ],
      401,
    ],
    ['an address that is none', ['POST /% HTTP/1.1', sameOrigin, json], 400],
    ['a body where none belongs', ['GET /healthz HTTP/1.1'], 200],
  ];

  test('a refused request is answered without waiting for the body, and the connection ends soon after', async () => {
    const slow = refusals.flatMap(([who, lines, status]) =>
      [
        requestOf([...lines, 'content-length: 1000000']),
        requestOf([...lines, 'transfer-encoding: chunked'], 'f4240\r\n'),
      ].map((sent) => ({
        who,
        status,
        conversation: converse(testApp.app, sent, 50),
      })),
    );
    for (const { who, status, conversation } of slow)
      await expect
        .poll(() => statusOf(conversation), { timeout: 5_000, message: who })
        .toBe(status);
    for (const { who, conversation } of slow)
      expect(await conversation.ended, who).toBeLessThan(bodyTimeLimits.afterAnswer + 5_000);
  });

  test('a refused sender whose body arrives in time keeps the connection', async () => {
    const { socket, received } = converse(
      testApp.app,
      requestOf(['POST /api/work/tasks HTTP/1.1', sameOrigin, json, 'content-length: 3']),
    );
    await expect.poll(received).toContain('401 Unauthorized');
    socket.write('{ }');
    await pause(bodyTimeLimits.afterAnswer + 300);
    socket.write(requestOf(['GET /healthz HTTP/1.1']));
    await expect.poll(received).toContain('200 OK');
  });

  test('two hundred slow senders are cut, each in its time, without slowing other callers', async () => {
    const cookie = await testApp.signIn('member');
    const slow = (count: number, sent: string) =>
      Array.from({ length: count }, () => converse(testApp.app, sent, 500));
    const heads = slow(70, 'GET /healthz HTTP/1.1\r\nx-slow: ');
    const strangers = slow(
      60,
      requestOf(['POST /api/work/tasks HTTP/1.1', sameOrigin, json, 'content-length: 5000']),
    );
    const reports = slow(
      70,
      requestOf([
        `POST ${postClientError.path} HTTP/1.1`,
        sameOrigin,
        json,
        'content-length: 5000',
      ]),
    );
    const waits: number[] = [];
    for (let call = 0; call < 30; call += 1) {
      const begun = performance.now();
      expect((await fetch(origin + getUser.path, { headers: { cookie } })).status).toBe(200);
      waits.push(performance.now() - begun);
    }
    expect(median(waits)).toBeLessThan(500);
    const [headsEnded, strangersEnded, reportsEnded] = await Promise.all(
      [heads, strangers, reports].map((conversations) =>
        Promise.all(conversations.map(({ ended }) => ended)),
      ),
    );
    expect(strangers.map(statusOf)).toEqual(Array(60).fill(401));
    expect(Math.max(...(strangersEnded ?? []))).toBeLessThan(bodyTimeLimits.afterAnswer + 4_000);
    // An address may send ten reports per minute.
    expect(reports.map(statusOf).sort()).toEqual([
      ...Array<number>(10).fill(408),
      ...Array<number>(60).fill(429),
    ]);
    expect(Math.max(...(reportsEnded ?? []))).toBeLessThan(bodyTimeLimits.stranger + 4_000);
    expect(heads.map(statusOf)).toEqual(Array(70).fill(408));
    expect(Math.max(...(headsEnded ?? []))).toBeLessThan(20_000);
  });
});

describe('how long a body may take', () => {
  const times = { stranger: 500, person: 1_500, feedPause: 1_000 };
  let app: FastifyInstance;
  beforeAll(async () => {
    app = Fastify();
    app.decorateRequest('user', undefined);
    app.addHook('onRequest', async (request) => {
      if (request.headers.cookie !== undefined)
        request.user = {
          id: '1',
          name: 'Ana',
          email: 'ana@corp.test',
          picture: null,
          role: 'member',
        };
    });
    limitBodyTimes(app, times);
    app.setErrorHandler((error, _, reply) =>
      reply.code(error instanceof HttpError ? error.status : 500).send(String(error)),
    );
    app.addContentTypeParser('text/csv', async (_: unknown, body: Readable) => body);
    app.post('/body', async ({ body }) => JSON.stringify(body));
    app.post<{ Body: Readable }>('/feed', { config: { isFeed: true } }, async ({ body, query }) => {
      const slowness = Number(new URLSearchParams(query as Record<string, string>).get('slowness'));
      let bytes = 0;
      for await (const chunk of body) {
        bytes += String(chunk).length;
        await pause(slowness);
      }
      return `${bytes} bytes`;
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    closeUnreadBodyConnections(app.server);
  });
  afterAll(() => app.close());

  const asPerson = 'cookie: sid=1';
  const post = (...more: string[]) => requestOf(['POST /body HTTP/1.1', json, ...more]);
  const feed = (length: number, body = '', slowness = 0) =>
    requestOf(
      [
        `POST /feed?slowness=${slowness} HTTP/1.1`,
        'content-type: text/csv',
        'connection: close',
        `content-length: ${length}`,
      ],
      body,
    );

  test('is short without a session and longer for a signed-in user, in total, however steadily it arrives', async () => {
    const [stranger, person] = [
      converse(app, post('content-length: 900'), 20),
      converse(app, post('content-length: 900', asPerson), 20),
    ];
    const [strangerEnded, personEnded] = await Promise.all([stranger.ended, person.ended]);
    expect([statusOf(stranger), statusOf(person)]).toEqual([408, 408]);
    expect(person.received()).toContain(
      'The body of the request arrived too slowly. Send it again.',
    );
    expect(strangerEnded).toBeLessThan(personEnded);
    expect(personEnded).toBeGreaterThan(times.person - 50);
  });

  test('is enough for a body that is merely slow', async () => {
    const { received } = converse(app, post('content-length: 9', asPerson), 50);
    await expect.poll(received).toContain('200 OK');
    expect(received()).toContain('111111111');
  });

  test('is unlimited for a feed that keeps arriving or is read slowly, and ends for one that pauses', async () => {
    const body = 'x'.repeat(200_000);
    const slow = converse(app, feed(30), 100);
    const silent = converse(app, feed(20, '1111'));
    const readSlowly = converse(app, feed(body.length, body, 1.5 * times.feedPause));
    expect(await silent.ended).toBeLessThan(times.feedPause + bodyTimeLimits.afterAnswer + 2_000);
    expect(statusOf(silent)).toBe(408);
    expect(await slow.ended).toBeGreaterThan(2 * times.feedPause);
    expect(slow.received()).toContain('30 bytes');
    expect(await readSlowly.ended).toBeGreaterThan(2 * times.feedPause);
    expect(readSlowly.received()).toContain('200000 bytes');
  });

  test('does not matter to a sender that disconnects', async () => {
    const { socket } = converse(app, post('content-length: 900', asPerson));
    await pause(50);
    socket.destroy();
    const next = converse(
      app,
      requestOf(['POST /body HTTP/1.1', json, 'connection: close', 'content-length: 2'], '{}'),
    );
    await next.ended;
    expect(statusOf(next)).toBe(200);
  });
});
