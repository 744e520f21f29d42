import Fastify, { type FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { newSecret } from '#server/auth/secret.ts';
import { buildSessionCookie } from '#server/auth/session.ts';
import { getUser } from '#shared/auth/auth.ts';
import { getReadiness, getServerStatus } from '#shared/core/server-status.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createDatabaseBehindProxy, type DatabaseBehindProxy } from '#test/behind-proxy.ts';
import { isDeepTestRun } from '#test/depth.ts';
import { type PostgresCluster, startPostgresCluster } from '#test/postgres-cluster.ts';
import type { ProxyMode } from '#test/tcp-proxy.ts';
import { createClockGuard } from './clock/guard.ts';
import { migrateDatabase } from './db/migrate.ts';
import { openPostgres, type PostgresOptions } from './db/postgres/postgres.ts';
import type { Job } from './jobs/job.ts';
import { startJobs } from './jobs/jobs.ts';

const short: PostgresOptions = {
  requestDeadlineMs: 1_000,
  jobDeadlineMs: 20_000,
  connectionWaitMs: 2_000,
  graceMs: 300,
  lookMs: 100,
};
/**
 * Maximum milliseconds until a request fails during an outage. Sum of the connection wait, the
 * request deadline, the grace period, and a margin for a busy machine.
 */
const soonMs = 2_000 + 1_000 + 300 + 1_500;
const words = 'The database does not answer. Please try again in a moment.';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(options = short): Promise<DatabaseBehindProxy & TestApp> {
  const world = await createDatabaseBehindProxy(options);
  const app = await buildTestApp({ database: world });
  closing.push(() => app.close());
  return { ...world, ...app };
}

const get = async ({ app }: TestApp, url: string, cookie?: string) => {
  const from = performance.now();
  const answer = await app.inject({ url, headers: cookie === undefined ? {} : { cookie } });
  return { answer, ms: performance.now() - from };
};

const statusOf = async (world: TestApp) => {
  const { answer, ms } = await get(world, getServerStatus.path);
  expect(answer.statusCode).toBe(200);
  expect(ms).toBeLessThan(2_000);
  return getServerStatus.response.parse(answer.json());
};

const databaseCheck = async (world: TestApp) =>
  (await statusOf(world)).checks.find(({ name }) => name === 'database');

const statusCode = async (world: TestApp, url: string, cookie?: string) =>
  (await get(world, url, cookie)).answer.statusCode;

async function expectServing(world: TestApp, cookie: string): Promise<void> {
  const both = async () => [
    await statusCode(world, getUser.path, cookie),
    await statusCode(world, getReadiness.path),
  ];
  await expect.poll(both, { timeout: 15_000, interval: 100 }).toEqual([200, 200]);
  expect(await databaseCheck(world)).toEqual({
    name: 'database',
    status: 'ok',
    since: null,
    detail: 'The database answers.',
  });
}

/** Advances the clock by a second, after which cached sessions expire. */
function forgetSessions({ dependencies, setClock }: TestApp): void {
  setClock(new Date(dependencies.clock().getTime() + 1_000));
}

/**
 * Returns unknown session cookies. Each cookie needs a lookup, whereas requests with the same
 * cookie share one.
 */
const manyCookies = ({ dependencies }: TestApp, count: number) =>
  Array.from(
    { length: count },
    () => `${buildSessionCookie(dependencies.env).name}=${newSecret()}`,
  );

/**
 * Expects that many requests all fail within `inMs` milliseconds, and that the health check reports
 * the outage.
 */
async function expectTold(world: TestApp, cookie: string, inMs = soonMs): Promise<void> {
  forgetSessions(world);
  const cookies = [cookie, ...manyCookies(world, 29)];
  const answers = await Promise.all(cookies.map((each) => get(world, getUser.path, each)));
  for (const { answer, ms } of answers) {
    expect([answer.statusCode, answer.body, answer.headers['retry-after']]).toEqual([
      503,
      words,
      '2',
    ]);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(ms).toBeLessThan(inMs);
  }
  expect(await statusCode(world, getUser.path), 'a stranger needs no database').toBe(401);
  // The result of the health check is cached for a second.
  await expect
    .poll(() => statusCode(world, getReadiness.path), { timeout: 5_000, interval: 100 })
    .toBe(503);
  const readiness = await get(world, getReadiness.path);
  expect([readiness.answer.body, readiness.answer.headers['retry-after']]).toEqual([
    'The database does not answer.',
    '2',
  ]);
  expect(readiness.ms).toBeLessThan(2_000);
  expect(await statusOf(world)).toMatchObject({ status: 'down' });
  const check = await databaseCheck(world);
  expect(check?.detail).toMatch(/^The database does not answer\. It last answered \d+ s ago\.$/);
  const since = new Date(check?.since ?? 0).getTime();
  expect(world.dependencies.clock().getTime() - since).toBeGreaterThanOrEqual(0);
  expect(world.dependencies.clock().getTime() - since).toBeLessThan(30_000);
}

describe.skipIf(!process.env.TEST_DATABASE_URL)(
  'while PostgreSQL does not answer (needs TEST_DATABASE_URL)',
  () => {
    test.each<ProxyMode>(isDeepTestRun ? ['freeze', 'reset', 'refuse'] : ['freeze'])(
      '%s: requests fail in time, and are served again within 15 s of its return',
      async (mode) => {
        const world = await serve();
        const cookie = await world.signIn('member');
        await expectServing(world, cookie);
        await world.proxy.set(mode);
        await expectTold(world, cookie);
        await world.proxy.set('forward');
        await expectServing(world, cookie);
      },
    );

    test.runIf(isDeepTestRun)('with the default deadlines', { timeout: 120_000 }, async () => {
      const world = await serve({});
      const cookie = await world.signIn('member');
      await expectServing(world, cookie);
      await world.proxy.set('freeze');
      await expectTold(world, cookie, 20_000);
      await world.proxy.set('forward');
      await expectServing(world, cookie);
    });

    test('requests beyond the waiting limit fail at once', async () => {
      const world = await serve();
      await world.proxy.set('freeze');
      const answers = await Promise.all(
        manyCookies(world, 900).map((cookie) => get(world, getUser.path, cookie)),
      );
      for (const { answer, ms } of answers) {
        expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
        expect(ms).toBeLessThan(soonMs + 1_000);
      }
      expect(
        answers.filter(({ answer }) => answer.body.startsWith('The database is overloaded')).length,
      ).toBeGreaterThanOrEqual(300);
    });

    test('jobs wait, report it once, and resume by themselves; another server takes over active runs and keeps them', {
      timeout: 150_000,
    }, async () => {
      const world = await serve();
      const { lines, log } = record();
      const began: string[] = [];
      const job = (name: string, server: string, seconds: number): Job => ({
        name,
        async run({ database }) {
          began.push(`${name} on ${server}`);
          await sql`select pg_sleep(${seconds})`.execute(database.background);
          return { server };
        },
      });
      const options = {
        schedules: [],
        tickSeconds: 0.3,
        pollSeconds: 0.5,
        retryDelaySeconds: 1,
        drainSeconds: 0,
      };
      const jobs = await startJobs(
        { ...world.dependencies, log },
        [job('long', 'here', 10), job('short', 'here', 0)],
        options,
      );
      closing.push(() => jobs.stop());
      await jobs.runNow('long');
      await expect.poll(() => began, { timeout: 10_000 }).toEqual(['long on here']);
      await world.proxy.set('freeze');
      await expect(jobs.runNow('short')).rejects.toThrow('cannot be used');

      // Shortens the lease of the lost worker, which would otherwise last up to a minute.
      await world.direct.execute(`update job_run set lease_until = now() - interval '1 second'`);
      const { clock } = world.dependencies;
      const beside = {
        ...world.dependencies,
        database: world.direct,
        clockGuard: createClockGuard(world.direct, clock, () => clock().getTime()),
      };
      const others = await startJobs(beside, [job('long', 'the other', 3)], options);
      closing.push(() => others.stop());
      await expect
        .poll(() => began, { timeout: 10_000 })
        .toEqual(['long on here', 'long on the other']);

      // A refused connection fails at once, so the server tries to connect several times a second.
      await world.proxy.set('refuse');
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await world.proxy.set('forward');
      const isAsked = () =>
        jobs.runNow('short').then(
          () => true,
          () => false,
        );
      await expect.poll(isAsked, { timeout: 15_000 }).toBe(true);
      const runs = async () =>
        (
          await world.direct.execute(
            'select job, state, attempt, fence, result from job_run order by job',
          )
        ).rows;
      // On a slow machine, the success of the short run may not reach the database. The run is then
      // repeated when its lease has expired, within a minute.
      const [attempt, fence] = [expect.any(Number), expect.any(Number)];
      await expect.poll(runs, { timeout: 90_000, interval: 100 }).toEqual([
        { job: 'long', state: 'succeeded', attempt: 2, fence: 2, result: { server: 'the other' } },
        { job: 'short', state: 'succeeded', attempt, fence, result: { server: 'here' } },
      ]);
      expect(began.filter((run) => run.startsWith('long'))).toHaveLength(2);
      const about = (text: string) => lines.filter((line) => line.includes(text)).length;
      await expect.poll(() => about('the database is back'), { timeout: 5_000 }).toBe(1);
      expect(about('waiting for the database')).toBe(1);
      expect(lines.length, lines.join('')).toBeLessThan(9);
    });

    test('a server stops although its database is frozen', async () => {
      const world = await serve();
      const jobs = await startJobs(world.dependencies, [], {
        schedules: [],
        tickSeconds: 0.3,
        pollSeconds: 0.5,
        drainSeconds: 1,
      });
      await world.proxy.set('freeze');
      const from = performance.now();
      await jobs.stop();
      await closing.pop()?.();
      expect(performance.now() - from).toBeLessThan(15_000);
    });
  },
);

describe.skipIf(!process.env.TEST_DATABASE_URL)('when PostgreSQL itself is stopped', () => {
  test('at once, and started again: requests fail, and are served within 15 s', async (context) => {
    const cluster: PostgresCluster | undefined = await startPostgresCluster();
    if (cluster === undefined) return context.skip('no PostgreSQL server binary');
    closing.push(() => cluster.stop());
    const database = await openPostgres(cluster.url, short);
    closing.push(() => database.close());
    await migrateDatabase(database);
    const world = await buildTestApp({ database: { database, close: async () => undefined } });
    closing.push(() => world.close());
    const cookie = await world.signIn('member');
    await expectServing(world, cookie);
    const running = sql`select pg_sleep(20)`.execute(database.background);
    const lost = expect(running).rejects.toThrow('cannot be used');
    // Without a checkpoint, the temporary server could lose rows in the crash, because it writes
    // its journal late.
    await database.execute('checkpoint');
    await cluster.crash();
    await lost;
    await expectTold(world, cookie);
    await cluster.restart();
    await expectServing(world, cookie);
  });
});

test.skipIf(process.env.TEST_DATABASE_URL)(
  'a long job on the embedded database makes it busy, not down',
  async () => {
    const world = await buildTestApp();
    closing.push(() => world.close());
    const cookie = await world.signIn('member');
    await expectServing(world, cookie);
    const long = sql`select pg_sleep(5)`.execute(world.database.background);
    const look = async () => [
      await databaseCheck(world),
      await statusCode(world, getReadiness.path),
    ];
    const detail = expect.stringMatching(
      /^The database is running a long query, and requests wait\. It last answered \d+ s ago\.$/,
    );
    await expect
      .poll(look, { timeout: 15_000, interval: 100 })
      .toEqual([expect.objectContaining({ status: 'degraded', detail }), 200]);
    await long;
    await expectServing(world, cookie);
  },
);

test.skipIf(process.env.TEST_DATABASE_URL)('a closed embedded database is down', async () => {
  const world = await buildTestApp();
  await world.database.close();
  expect(await databaseCheck(world)).toMatchObject({ status: 'down' });
  expect(await statusCode(world, getReadiness.path)).toBe(503);
  await world.app.close();
});

/** Returns a logger that records its lines. */
function record(): { lines: string[]; log: FastifyBaseLogger } {
  const lines: string[] = [];
  return {
    lines,
    log: Fastify({
      logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
    }).log,
  };
}
