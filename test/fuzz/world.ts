import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { userLimits } from '#server/core/http/user-limits.ts';
import { type JobRunner, startJobs } from '#server/core/jobs/jobs.ts';
import { createOidcProvider } from '#server/core/providers/identity-oidc.ts';
import { scoringJobs } from '#server/scoring/jobs.ts';
import { replaceProvisionalScores } from '#server/scoring/provisional.ts';
import { findOfficialWeekStarts } from '#server/scoring/week-queries.ts';
import { closeCompleteWeeks } from '#server/scoring/weeks.ts';
import { addDays, type Day, listWeekStartsUntil } from '#shared/core/dates.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import type { Role } from '#shared/core/user.ts';
import { createTestApiKey } from '#test/api-key.ts';
import { buildTestApp, type TestApp } from '../app.ts';
import { insertPlace } from '../factories.ts';
import { createWorldInstitution, insertWorld } from '../health-world.ts';
import { startIdentityStub } from '../identity-stub.ts';
import type { KnownValues } from './values.ts';

const now = new Date('2026-11-18T18:00:00Z');
const today: Day = '2026-11-18';
const weeks = listWeekStartsUntil('2026-11-08', 8);
const redirectUri = 'http://localhost:3000/auth/callback';
const uuid = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

export interface HostileTestServer {
  test: TestApp;
  port: number;
  /** Cookies of the admin who created the data and of a member, by role. */
  cookies: Record<Role, string>;
  known: KnownValues;
  apiKeys: string[];
  /** Faults that the server has logged since its start. */
  faults: string[];
  /** Runs every job on the current data. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the whole server with real jobs and a strict identity provider. Its database has data for
 * every endpoint.
 */
export async function startHostileTestServer(): Promise<HostileTestServer> {
  // The test sends requests faster than any user, so the limit per minute is removed.
  const { perMinute } = userLimits;
  userLimits.perMinute = Number.MAX_SAFE_INTEGER;
  const stub = await startIdentityStub(redirectUri);
  const faults: string[] = [];
  const stream = new Writable({
    write(line, _, done) {
      faults.push(String(line));
      done();
    },
  });
  let jobs: JobRunner | undefined;
  const started = () => jobs ?? Promise.reject(new Error('the jobs have not started'));
  const test = await buildTestApp({
    now,
    env: { TRUSTED_PROXIES: '127.0.0.1' },
    identity: createOidcProvider({ ...stub, redirectUri }),
    dependencies: {
      log: Fastify({ logger: { level: 'error', stream } }).log,
      jobs: {
        known: scoringJobs.map(({ name }) => ({ name, schedules: [] })),
        runNow: async (job) => (await started()).runNow(job),
        recentRuns: async () => (await started()).recentRuns(),
        stop: async () => undefined,
      },
    },
  });
  await makeCustomers(test);
  const runner = await startJobs(test.dependencies, scoringJobs, {
    schedules: [],
    tickSeconds: 0,
    pollSeconds: 0.5,
  });
  jobs = runner;
  // Requests may end the sessions or change the roles of these users. The users who send requests
  // are not affected.
  await test.signIn('member');
  await test.signIn('admin');
  const people = await test.database.foreground.selectFrom('app_user').select('user_id').execute();
  const cookies = { admin: await test.signIn('admin'), member: await test.signIn('member') };
  await makeWork(test, cookies.admin);
  const official = await findOfficialWeekStarts(test.database.foreground);
  const origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const often = <Value>(value: Value): Value[] => Array.from({ length: 8 }, () => value);
  return {
    test,
    port: Number(new URL(origin).port),
    cookies,
    known: {
      ids: [...often(1), 2, 3, 4, 5, 100, 99_999],
      uuids: [...often(uuid(1)), uuid(2), uuid(3), ...people.map((person) => person.user_id)],
      days: [
        ...official,
        ...official,
        ...weeks,
        today,
        ...[2, 30, 170].map((count) => addDays(today, count)),
      ],
      texts: [
        ...[
          'note,task',
          'score',
          'ticket,owner,milestone',
          'Call them',
          'monday',
          '"exact words" or -without',
          'customers',
          'Mine',
          'atRisk',
        ],
        ...[
          'place-1',
          'place-2',
          'oak',
          '/institution/1/overview',
          ...scoringJobs.map(({ name }) => name),
        ],
      ],
    },
    apiKeys: await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        createTestApiKey(test.database.background, `feed ${index}`),
      ),
    ),
    faults,
    async runJobs() {
      for (const { name } of scoringJobs) await runner.runNow(name);
      const isOpen = async () =>
        (await runner.recentRuns()).some(({ state }) => state === 'queued' || state === 'running');
      while (await isOpen()) await pause(50);
    },
    async close() {
      await runner.stop();
      await test.close();
      await stub.close();
      userLimits.perMinute = perMinute;
    },
  };
}

/**
 * Inserts customers that are steady, declining, inactive, new, lost or silent, and scores each
 * week.
 */
async function makeCustomers({ database }: TestApp): Promise<void> {
  await insertWorld(database.background, {
    institutions: [
      ...Array.from({ length: 21 }, (_, index) =>
        createWorldInstitution(100 + index, weeks, { forms: 25, reviews: 4, payments: 900 }),
      ),
      createWorldInstitution(1, weeks, {
        forms: weeks.map((_, index) => 25 - 3 * index),
        onlineBooking: 10,
        recalls: 3,
      }),
      createWorldInstitution(2, weeks, { forms: 0 }),
      createWorldInstitution(3, weeks, { forms: 30 }, { goLiveOn: '2026-11-01' }),
      createWorldInstitution(4, weeks, { forms: 20 }, { churnedOn: '2026-11-03' }),
      createWorldInstitution(5, [], { forms: 20 }, { practiceType: null }),
    ],
  });
  await closeCompleteWeeks(database.background, '2026-11-15', () => now);
  await replaceProvisionalScores(database.background, today, () => now);
  for (const place_id of ['place-1', 'place-2']) await insertPlace(database, { place_id });
}

/** Creates one record of each kind that users create. */
async function makeWork(test: TestApp, cookie: string): Promise<void> {
  const made: [string, object][] = [
    ['/api/institution/1/notes', { noteId: uuid(1), body: 'They call back on Monday' }],
    ['/api/institution/1/tasks', { taskId: uuid(1), title: 'Call them', dueOn: '2026-11-20' }],
    [
      '/api/work/risk-cases/outcomes',
      { institutionIds: [1], outcomeId: uuid(1), outcome: 'contacted' },
    ],
    [
      '/api/work/risk-cases/snooze',
      {
        changeId: uuid(1),
        cases: [{ institutionId: 2, version: 0 }],
        until: '2026-12-01',
        reason: 'Holidays',
      },
    ],
    ['/api/boards', { boardId: uuid(1), name: 'Mine', copyOf: 'health' }],
    [
      '/api/list/saved-views',
      { savedViewId: uuid(1), list: 'customers', name: 'Mine', shared: true, search: 'q=practice' },
    ],
    ['/api/prospects', { placeId: 'place-1' }],
    [
      '/api/scoring/trials',
      { trialId: uuid(1), rules: { ...defaultHealthRules, healthyFrom: 70 } },
    ],
  ];
  for (const [url, payload] of made) {
    const answer = await test.inject({ method: 'POST', url, payload, headers: { cookie } });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
  }
}
