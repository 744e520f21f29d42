import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { healthJobs } from '#server/health/jobs.ts';
import { scoreProvisionally } from '#server/health/provisional.ts';
import { officialWeekStarts } from '#server/health/week-queries.ts';
import { closeCompleteWeeks } from '#server/health/weeks.ts';
import { type JobRunner, startJobs } from '#server/jobs.ts';
import { createApiKey } from '#server/operations/api-keys-queries.ts';
import { oidcIdentity } from '#server/providers/identity-oidc.ts';
import { signOutPath } from '#shared/auth.ts';
import { addDays } from '#shared/dates.ts';
import { defaultHealthRules } from '#shared/health.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { insertPlace } from './factories.ts';
import { insertWorld, institution, weeksUntil } from './health-world.ts';
import { descriptionSchema, type HostileRequest, hostileRequests, type Known } from './hostile-requests.ts';
import { type IdentityStub, startIdentityStub } from './identity-stub.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
const count = isDeep ? 5_000 : 300;
const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
const longestWait = 20_000;

const now = new Date('2026-11-18T18:00:00Z');
const weeks = weeksUntil('2026-11-08', 8);
const madeId = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

let app: TestApp;
let jobs: JobRunner;
let stub: IdentityStub;
let port: number;
let apiKeys: string[];
const cookies = { member: '', admin: '' };

/** Customers that are healthy, fall, stopped, are new, left or say nothing, scored week by week, with work on the first. */
beforeAll(async () => {
  stub = await startIdentityStub('http://localhost:3000/auth/callback');
  let runner: JobRunner | undefined;
  const ready = () => runner ?? Promise.reject(new Error('the jobs have not started'));
  app = await buildTestApp({
    now,
    env: { TRUSTED_PROXIES: '127.0.0.1' },
    identity: oidcIdentity({ ...stub, redirectUri: 'http://localhost:3000/auth/callback' }),
    dependencies: {
      jobs: {
        runNow: async (job) => (await ready()).runNow(job),
        recent: async () => (await ready()).recent(),
        stop: async () => undefined,
      },
    },
  });
  const { database } = app;
  await insertWorld(database.jobs, {
    institutions: [
      ...Array.from({ length: 21 }, (_, index) => institution(100 + index, weeks, { forms: 25, reviews: 4, payments: 900 })),
      institution(1, weeks, { forms: weeks.map((_, index) => 25 - 3 * index), onlineBooking: 10, recalls: 3 }),
      institution(2, weeks, { forms: 0 }),
      institution(3, weeks, { forms: 30 }, { goLiveOn: '2026-11-01' }),
      institution(4, weeks, { forms: 20 }, { churnedOn: '2026-11-03' }),
      institution(5, [], { forms: 20 }, { practiceType: null }),
    ],
  });
  await closeCompleteWeeks(database.jobs, '2026-11-15', () => now);
  await scoreProvisionally(database.jobs, '2026-11-18', () => now);
  for (const place_id of ['place-1', 'place-2']) await insertPlace(database, { place_id });
  jobs = await startJobs(app.dependencies, healthJobs, { schedules: [], tickSeconds: 0 });
  runner = jobs;
  apiKeys = await Promise.all(Array.from({ length: 6 }, (_, index) => createApiKey(database.jobs, `feed ${index}`, now)));
  cookies.member = await app.signIn('member');
  cookies.admin = await app.signIn('admin');
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.app.server.address() as AddressInfo).port;
  await fill();
}, 120_000);
afterAll(async () => {
  await jobs.stop();
  await app.close();
  await stub.close();
});

/** One of everything that people make. */
async function fill(): Promise<void> {
  const made: [string, object][] = [
    ['/api/institution/1/notes', { noteId: madeId(1), body: 'They call back on Monday' }],
    ['/api/institution/1/tasks', { taskId: madeId(1), title: 'Call them', dueOn: '2026-11-20' }],
    ['/api/institution/1/risk-case/outcomes', { outcomeId: madeId(1), outcome: 'contacted' }],
    ['/api/risk-cases/snooze', { cases: [{ institutionId: 2, version: 0 }], until: '2026-12-01', reason: 'Holidays' }],
    ['/api/boards', { boardId: madeId(1), name: 'Mine', copyOf: 'health' }],
    ['/api/saved-views', { savedViewId: madeId(1), list: 'customers', name: 'Mine', shared: true, search: 'q=practice' }],
    ['/api/prospects', { placeId: 'place-1' }],
    ['/api/scoring-rules/trials', { trialId: madeId(1), rules: { ...defaultHealthRules, healthyFrom: 70 } }],
  ];
  for (const [path, body] of made) {
    const answer = await send({ ...plain('POST', path), headers: [['content-type', 'application/json']], body: JSON.stringify(body) });
    expect([path, answer.status, answer.body]).toEqual([path, 200, expect.anything()]);
  }
}

const plain = (method: string, path: string): HostileRequest => ({ route: path, method, path, as: 'admin', headers: [], body: undefined });

interface Answer {
  status: number;
  type: string;
  body: string;
}

const unpacked = (bytes: Buffer, encoding: string | undefined): Buffer =>
  bytes.length === 0 ? bytes : encoding === 'gzip' ? gunzipSync(bytes) : encoding === 'br' ? brotliDecompressSync(bytes) : bytes;

function send({ method, path, as, headers, body }: HostileRequest): Promise<Answer> {
  const own: [string, string][] = [
    ['host', 'localhost:3000'],
    ['connection', 'close'],
    ['x-forwarded-for', `10.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`],
    ...(as === 'nobody' ? [] : [['cookie', cookies[as]] as [string, string]]),
    ...(headers.some(([name]) => name === 'sec-fetch-site') ? [] : [['sec-fetch-site', 'same-origin'] as [string, string]]),
    ...(body === undefined && method === 'GET' ? [] : [['content-length', String(Buffer.byteLength(body ?? ''))] as [string, string]]),
  ];
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, method, path, agent: false, headers: [...own, ...headers].flat(), timeout: longestWait },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: String(response.headers['content-type'] ?? ''),
            body: unpacked(Buffer.concat(parts), response.headers['content-encoding']).toString(),
          }),
        );
      },
    );
    request.on('timeout', () => request.destroy(new Error(`no answer within ${longestWait / 1_000} s`)));
    request.on('error', reject);
    request.end(body);
  });
}

/** What is wrong with an answer; undefined when nothing is. */
function problemOf({ route, method }: HostileRequest, { status, type, body }: Answer): string | undefined {
  if (status >= 500) return `a fault: ${body}`;
  if (status === 304 || (status >= 301 && status <= 303 && route.startsWith('/auth/'))) return undefined;
  if (status >= 400) {
    if (type !== 'text/plain; charset=utf-8') return `an error as ${type}: ${body}`;
    return body === '' && method !== 'HEAD' ? 'an error without a word' : undefined;
  }
  if (status !== 200) return 'an answer of another kind';
  const declared = app.app.routeTable.find((each) => each.method === method && each.url === route)?.schema?.response;
  const schema = z.object({ 200: z.custom<z.ZodType>((value) => value instanceof z.ZodType) }).safeParse(declared).data?.[200];
  if (schema === undefined || method === 'HEAD') return undefined;
  if (!type.startsWith('application/json')) return `an answer as ${type}`;
  const parsed = schema.safeParse(JSON.parse(body));
  return parsed.success ? undefined : `not what is declared: ${z.prettifyError(parsed.error)}`;
}

const shown = ({ method, path, as, headers, body }: HostileRequest) =>
  `${method} ${path.slice(0, 400)} as ${as} ${JSON.stringify(headers).slice(0, 300)} ${JSON.stringify(body?.toString())?.slice(0, 600) ?? ''}`;

test(`${count} hostile requests get an answer, each the declared one or a refusal in plain words`, async (context) => {
  const answer = await send(plain('GET', '/api/docs/json'));
  const description = descriptionSchema.parse(JSON.parse(answer.body));
  const people = await app.database.requests.selectFrom('app_user').select('user_id').execute();
  const official = await officialWeekStarts(app.database.requests);
  const known: Known = {
    ids: [1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 100, 99_999],
    uuids: [...[1, 1, 1, 1, 1, 1, 1, 1, 2, 3].map(madeId), ...people.map((person) => person.user_id)],
    days: [...official, ...official, ...weeks, '2026-11-18', '2026-11-20', '2026-12-24', addDays('2026-11-18', 170)],
    texts: [
      'note,task',
      'score',
      'ticket,owner,milestone',
      'Call them',
      'monday',
      '"exact words" or -without',
      'customers',
      'place-1',
      'place-2',
      'oak',
      'scores.provisional',
      'rules.trial',
      'atRisk',
      '/institution/1/overview',
    ],
  };
  const requests = fc.sample(hostileRequests(description, known, apiKeys), { seed, numRuns: count });
  const problems: string[] = [];
  const statuses = new Map<number, number>();
  for (const [index, request] of requests.entries()) {
    const problem = await send(request).then(
      (received) => {
        statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1);
        return problemOf(request, received) && `${received.status} ${problemOf(request, received)}`;
      },
      (error: unknown) => `no answer: ${String(error)}`,
    );
    if (problem !== undefined) problems.push(`${index}: ${shown(request)}\n   ${problem}`);
    if (request.path.startsWith(signOutPath))
      cookies[request.as === 'admin' ? 'admin' : 'member'] = await app.signIn(request.as === 'admin' ? 'admin' : 'member');
  }
  const told = [...statuses].sort(([one], [other]) => one - other).map(([status, times]) => `${times} × ${status}`);
  await context.annotate(`seed ${seed}: ${told.join(', ')}`);
  process.stdout.write(`seed ${seed}: ${told.join(', ')}\n`);
  expect(problems, `TEST_SEED=${seed}`).toEqual([]);
  expect(statuses.get(200) ?? 0, 'requests that found something').toBeGreaterThan(count / 5);
}, 600_000);
