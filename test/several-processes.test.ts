import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/core/db/database.ts';
import { migrateDatabase } from '#server/core/db/migrate.ts';
import { openDatabase } from '#server/core/db/open.ts';
import type { Env } from '#server/core/env/env.ts';
import { postAlertRule } from '#shared/alerts/alerts.ts';
import { signOutPath } from '#shared/auth/auth.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { getServerStatus } from '#shared/core/server-status.ts';
import { findFreePort } from '../scripts/free-port.ts';
import { insertInstitution } from './factories.ts';
import { createWorldInstitution, insertWorld } from './health-world.ts';
import { pageHeaders } from './page-user.ts';
import { findBinaries, type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts';
import { createScoreWeekRow, insertOfficialWeeks } from './score-week.ts';
import { signIn } from './session.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

interface Server {
  origin: string;
  process: ChildProcess;
  /** Returns the number of `tally` runs that the process started. */
  began(): number;
  /** Ends the process. Returns its exit code or signal. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

const folder = createTemporaryFolder();
const started: Server[] = [];

/** Returns a module that shifts the clock of a process. It is loaded before all other modules. */
const shiftClock = (milliseconds: number) =>
  `data:text/javascript,${encodeURIComponent(`
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + ${milliseconds}) : super(...given); }
      static now() { return Real.now() + ${milliseconds}; }
    };`)}`;

async function serve(role: Env['ROLE'], databaseUrl: string, clockShift = 0): Promise<Server> {
  const port = await findFreePort();
  const child = fork(join(import.meta.dirname, 'fixtures/whole-server.ts'), {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SEED: 'none',
      PAGES: 'elsewhere',
      ROLE: role,
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder.path,
      PORT: String(port),
      APP_ORIGIN: appOrigin,
    },
    execArgv: clockShift === 0 ? [] : ['--import', shiftClock(clockShift)],
    stdio: 'inherit',
  });
  let began = 0;
  child.on('message', (message) => {
    if (message === 'began') began += 1;
  });
  const exited = once(child, 'exit');
  const server: Server = {
    origin: `http://127.0.0.1:${port}`,
    process: child,
    began: () => began,
    async end(signal) {
      child.kill(signal);
      const [code, by] = await exited;
      return code ?? by;
    },
  };
  started.push(server);
  await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error(`the ${role} ended before it was ready`))),
  ]);
  return server;
}

const appOrigin = 'http://localhost:3000';

const post = (server: Server, path: string, cookie: string, body: object) =>
  fetch(`${server.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: appOrigin, ...pageHeaders(cookie) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });

/**
 * Writes notes one after another until `isOver` returns `true`. Sends each note to any server that
 * accepts it. Returns the ids of the accepted notes.
 */
async function writeNotes(
  servers: readonly Server[],
  cookie: string,
  accepted: string[],
  isOver: () => boolean,
): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const note = { noteId: randomUUID(), body: `Note ${accepted.length}` };
    for (let attempt = 0; ; attempt += 1) {
      const server = servers[(turn + attempt) % servers.length];
      if (server === undefined) throw new Error('no servers');
      const status = await post(server, '/api/institution/1/notes', cookie, note).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 200) break;
      if (status !== 0 && status !== 429 && status < 500)
        throw new Error(`a note was answered ${status}`);
      await pause(50);
    }
    accepted.push(note.noteId);
    await pause(5);
  }
}

describe.skipIf(findBinaries() === undefined)('several processes on PostgreSQL', () => {
  let cluster: PostgresCluster;
  let database: Database;
  let admin: string;
  beforeAll(async () => {
    const running = await startPostgresCluster();
    if (running === undefined) throw new Error('PostgreSQL did not start');
    cluster = running;
    database = await openDatabase({ databaseUrl: cluster.url, dataDir: '' });
    // By default, the fast test cluster acknowledges writes that a crash may lose.
    await database.execute('alter database postgres set synchronous_commit to on');
    await migrateDatabase(database);
    await insertWorld(database.background, {
      institutions: [createWorldInstitution(1, ['2026-11-08'], { forms: 1 })],
    });
    admin = await signIn(database, 'admin');
  }, 120_000);
  afterAll(async () => {
    for (const server of started) server.process.kill('SIGKILL');
    await database?.close();
    await cluster?.stop();
    folder.remove();
  });

  const patience = { timeout: 60_000, interval: 50 };
  const expireLeases = () =>
    database.execute(
      `update job_run set lease_until = now() - interval '1 second' where state = 'running'`,
    );
  const runs = () =>
    database.background
      .selectFrom('job_run')
      .select(['state', 'attempt', 'result'])
      .where('job', '=', 'tally')
      .execute();

  it('lose, double and delay nothing while one is killed under load, the database restarts and another stops', async () => {
    const [web, both, worker] = await Promise.all([
      serve('web', cluster.url),
      serve('both', cluster.url),
      serve('worker', cluster.url),
    ]);
    expect((await fetch(`${worker.origin}/readyz`)).status).toBe(200);
    expect((await fetch(`${worker.origin}/api/core/settings`)).status).toBe(404);

    // Both web processes share a rate limit.
    const report = { id: randomUUID(), message: 'broken', stack: null, page: '/' };
    for (let sent = 0; sent < 10; sent += 1)
      expect((await post(web, '/api/core/client-errors', admin, report)).status).toBe(200);
    let tries = 0;
    const again = async () => {
      tries += 1;
      return (await post(both, '/api/core/client-errors', admin, report)).status;
    };
    await expect.poll(again, { timeout: 60_000, interval: 1_500 }).toBe(429);
    expect(tries, 'a single server would have accepted more than 10').toBeLessThan(10);

    // A session is valid on both servers and ends on both.
    const leaving = await signIn(database, 'member');
    const isIn = async (server: Server) =>
      (await fetch(`${server.origin}/api/auth/user`, { headers: { cookie: leaving } })).status !==
      401;
    expect([await isIn(web), await isIn(both)]).toEqual([true, true]);
    await post(web, signOutPath, leaving, {});
    await expect.poll(() => isIn(both), patience).toBe(false);

    // The notes need a second user, because requests per minute are limited per user.
    const writer = await signIn(database, 'member');
    const accepted: string[] = [];
    let isOver = false;
    const writers = [1, 2, 3, 4].map(() => writeNotes([web, both], writer, accepted, () => isOver));
    const more = async (count: number) => {
      const target = accepted.length + count;
      await expect.poll(() => accepted.length, patience).toBeGreaterThan(target);
    };

    // The run is requested from a process that runs no jobs.
    expect((await post(web, '/api/jobs/runs', admin, { job: 'tally' })).status).toBe(200);
    await expect.poll(() => both.began() + worker.began(), patience).toBe(1);
    const [killed, left] = worker.began() === 1 ? [worker, both] : [both, worker];
    await killed.end('SIGKILL');
    await expireLeases();
    await expect.poll(left.began, patience).toBe(1);
    await expect
      .poll(runs, patience)
      .toEqual([{ state: 'succeeded', attempt: 2, result: { total: 210 } }]);
    await more(20);

    expect((await post(web, '/api/jobs/runs', admin, { job: 'tally' })).status).toBe(200);
    await expect.poll(left.began, patience).toBe(2);
    await cluster.crash();
    expect((await fetch(`${web.origin}/readyz`)).status).toBe(503);
    await cluster.restart();
    await more(20);
    await expireLeases();
    await expect
      .poll(async () => (await runs()).map(({ state, result }) => ({ state, result })), patience)
      .toEqual(Array(2).fill({ state: 'succeeded', result: { total: 210 } }));

    // The process is stopped while it works, under load.
    expect((await post(web, '/api/jobs/runs', admin, { job: 'tally' })).status).toBe(200);
    await expect
      .poll(async () => (await runs()).filter(({ state }) => state === 'running').length, patience)
      .toBe(1);
    const from = performance.now();
    expect(await left.end('SIGTERM')).toBe(0);
    expect(performance.now() - from).toBeLessThan(20_000);
    expect((await runs()).map(({ state }) => state)).toEqual(Array(3).fill('succeeded'));
    await more(10);
    isOver = true;
    await Promise.all(writers);
    expect(await web.end('SIGTERM')).toBe(0);

    // Every acknowledged note exists exactly once, and there are no other notes.
    const saved = await database.background.selectFrom('note').select('note_id').execute();
    expect(saved.map((row) => row.note_id).sort()).toEqual(accepted.sort());
    const requests = await database.background
      .selectFrom('audit_log')
      .select('audit_id')
      .where('action', '=', 'job.run')
      .execute();
    expect(requests).toHaveLength(3);
  }, 240_000);

  it('continue while one has a clock two days ahead: that one claims nothing, saves nothing and reports it', async () => {
    const [right, ahead] = [
      await serve('both', cluster.url),
      await serve('both', cluster.url, 2 * 86_400_000),
    ];
    const checkOf = async (server: Server) => {
      const { checks } = getServerStatus.response.parse(
        await (await fetch(`${server.origin}/healthz`)).json(),
      );
      return checks.find(({ name }) => name === 'clock');
    };
    expect(await checkOf(ahead)).toMatchObject({
      status: 'degraded',
      detail: expect.stringContaining('2 days ahead of the clock of the database'),
    });
    expect((await fetch(`${ahead.origin}/readyz`)).status).toBe(503);
    expect((await post(ahead, '/api/jobs/runs', admin, { job: 'tally' })).status).toBe(503);

    const mark = await database.background
      .selectFrom('clock_mark')
      .select('latest_seen_at')
      .executeTakeFirst();
    expect(Math.abs((mark?.latest_seen_at.getTime() ?? 0) - Date.now())).toBeLessThan(3_600_000);
    const someone = await signIn(database, 'admin');
    expect((await fetch(`${right.origin}/readyz`)).status).toBe(200);
    for (const count of [1, 2, 3]) {
      expect((await post(right, '/api/jobs/runs', someone, { job: 'tally' })).status).toBe(200);
      await expect.poll(right.began, patience).toBe(count);
      await expect
        .poll(
          async () => (await runs()).filter(({ state }) => state !== 'succeeded').length,
          patience,
        )
        .toBe(0);
    }
    expect(ahead.began()).toBe(0);
    expect(await checkOf(right)).toMatchObject({ status: 'ok' });
    await Promise.all([right.end('SIGTERM'), ahead.end('SIGTERM')]);
  }, 120_000);

  it('open at most five action items per owner and day when two save broad alert rules at once', async () => {
    const owned = Array.from({ length: 200 }, (_, at) => 101 + at);
    const rules = owned.slice(0, 10);
    for (const institution_id of owned) await insertInstitution(database, { institution_id });
    const week_start = '2026-11-08';
    await insertOfficialWeeks(database.background, [week_start]);
    await database.background
      .insertInto('score_version')
      .values(
        owned.map((institution_id) =>
          createScoreWeekRow({ institution_id, week_start, adoption_score: 20 }),
        ),
      )
      .execute();
    await database.execute(`insert into crm_owner values (1, 'Morgan Member', 'm@example.com');
      insert into crm_deal (institution_id, deal_id, name, pipeline, stage, owner_id, closed, updated_at)
      select id, id, 'Deal', 'Expansion', 'Open', 1, false, now() from generate_series(101, 300) id`);
    const someone = await signIn(database, 'admin');
    const [one, other] = await Promise.all([serve('web', cluster.url), serve('web', cluster.url)]);
    const answers = await Promise.all(
      rules.map((id, at) => {
        const rule = {
          name: `Rule ${id}`,
          kind: 'risk',
          conditions: 'f.adoptionScore=..50',
          priority: 'high',
          dueDays: 2,
          minutes: 20,
          isOn: true,
        };
        const body = { version: 0, rule, includesPresent: true, acceptsBroad: true };
        const path = buildUrl(postAlertRule.path, { ruleId: randomUUID() });
        return post(at % 2 === 0 ? one : other, path, someone, body);
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(rules.map(() => 200));
    const { rows } = await database.execute(
      'select count(*)::integer as opened from call_to_action',
    );
    expect(rows).toEqual([{ opened: 5 }]);
    await Promise.all([one.end('SIGTERM'), other.end('SIGTERM')]);
  }, 120_000);
});
