import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { signOutPath } from '#shared/auth/auth.ts';
import { isDeepTestRun } from '../depth.ts';
import { pageHeaders } from '../page-user.ts';
import {
  createHostileRequestArbitrary,
  type HostileRequest,
  openApiDocumentSchema,
} from './requests.ts';
import { type HostileTestServer, startHostileTestServer } from './world.ts';

const count = isDeepTestRun ? 5_000 : 400;
/** Seed of the random requests. Set TEST_SEED to repeat a run. */
const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
const longestWait = 20_000;

let world: HostileTestServer;
beforeAll(async () => {
  world = await startHostileTestServer();
}, 120_000);
afterAll(() => world.close());

interface Answer {
  status: number;
  type: string;
  body: string;
}

function unpacked(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  return encoding === 'gzip'
    ? gunzipSync(bytes)
    : encoding === 'br'
      ? brotliDecompressSync(bytes)
      : bytes;
}

async function firstPart(response: IncomingMessage): Promise<string> {
  const [part] = z.tuple([z.instanceof(Buffer)]).parse(await once(response, 'data'));
  response.destroy();
  return part.toString();
}

/** Sends a request from a separate network address, so that limits per address do not apply. */
async function send(
  { method, path, as, headers, body }: HostileRequest,
  caller: number,
): Promise<Answer> {
  const cookie =
    as === 'nobody'
      ? undefined
      : path.startsWith(signOutPath)
        ? await world.test.signIn(as)
        : world.cookies[as];
  const own = [
    ...[
      'host',
      'localhost:3000',
      'connection',
      'close',
      'x-forwarded-for',
      `10.0.${caller >> 8}.${caller & 255}`,
    ],
    ...(cookie === undefined ? [] : Object.entries(pageHeaders(cookie)).flat()),
    ...(body === undefined && method === 'GET'
      ? []
      : ['content-length', String(Buffer.byteLength(body ?? ''))]),
  ];
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: world.port,
      method,
      path,
      agent: false,
      headers: [...own, ...headers.flat()],
      timeout: longestWait,
    };
    const request = httpRequest(options, (response) => {
      const { statusCode: status = 0, headers } = response;
      const type = headers['content-type'] ?? '';
      const read = async () => ({
        status,
        type,
        // A stream of events never ends, so only its first part is read.
        body: type.startsWith('text/event-stream')
          ? await firstPart(response)
          : unpacked(await buffer(response), headers['content-encoding']).toString(),
      });
      read().then(resolve, reject);
    });
    request.on('timeout', () =>
      request.destroy(new Error(`no answer within ${longestWait / 1_000} s`)),
    );
    request.on('error', reject);
    request.end(body);
  });
}

const declaredSchema = z.object({
  200: z.custom<z.ZodType>((value) => value instanceof z.ZodType),
});

/** Returns the problem of a response; `undefined` without a problem. */
function problemOf(
  { route, method }: HostileRequest,
  { status, type, body }: Answer,
): string | undefined {
  if (status >= 500) return `a fault: ${body}`;
  if (status === 304 || (status >= 301 && status <= 303 && route.startsWith('/auth/')))
    return undefined;
  if (status >= 400) {
    if (type !== 'text/plain; charset=utf-8') return `an error as ${type}: ${body}`;
    return body === '' && method !== 'HEAD' ? 'an error without a word' : undefined;
  }
  if (status !== 200) return 'an answer of another kind';
  const declared = world.test.app.routeTable.find(
    (each) => each.method === method && each.url === route,
  )?.schema?.response;
  const schema = declaredSchema.safeParse(declared).data?.[200];
  if (schema === undefined || method === 'HEAD') return undefined;
  if (!type.startsWith('application/json')) return `an answer as ${type}`;
  const parsed = schema.safeParse(JSON.parse(body));
  return parsed.success ? undefined : `not what is declared: ${z.prettifyError(parsed.error)}`;
}

const shown = ({ method, path, as, headers, body }: HostileRequest) =>
  `${method} ${path.slice(0, 400)} as ${as} ${JSON.stringify(headers).slice(0, 300)} ${JSON.stringify(body?.toString())?.slice(0, 600) ?? ''}`;

test(`${count} hostile requests are answered as declared, or refused with a plain message`, async ({
  annotate,
}) => {
  const { body } = await send(
    {
      route: '',
      method: 'GET',
      path: '/api/docs/json',
      as: 'member',
      headers: [],
      body: undefined,
    },
    0,
  );
  const description = openApiDocumentSchema.parse(JSON.parse(body));
  const requests = fc.sample(
    createHostileRequestArbitrary(description, world.known, world.apiKeys),
    {
      seed,
      numRuns: count,
    },
  );
  const problems: string[] = [];
  const statuses: number[] = [];
  for (const [index, request] of requests.entries()) {
    try {
      const answer = await send(request, index);
      statuses.push(answer.status);
      const problem = problemOf(request, answer);
      if (problem !== undefined)
        problems.push(`${index}: ${shown(request)}\n${answer.status} ${problem}`);
    } catch (error) {
      // When the server cannot parse a request, its response has a body, even for HEAD. The client
      // reports this body as an error.
      if (request.method !== 'HEAD' || !String(error).includes('Data after'))
        problems.push(`${index}: ${shown(request)}\n${String(error)}`);
    }
  }
  await world.runJobs();
  const counts = [...Map.groupBy(statuses.sort(), (status) => status)].map(
    ([status, all]) => `${all.length} × ${status}`,
  );
  await annotate(`seed ${seed}: ${counts.join(', ')}`);
  expect([...problems, ...world.faults], `TEST_SEED=${seed} repeats it`).toEqual([]);
  expect(
    statuses.filter((status) => status === 200).length,
    'requests that found something',
  ).toBeGreaterThan(count / 8);
}, 900_000);
