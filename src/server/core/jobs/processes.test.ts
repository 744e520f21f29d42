import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { shortProcessOptions } from '#test/child-process.ts';
import { createMigratedFolder, createTestDatabase } from '#test/database.ts';
import { createTemporaryFolder } from '#test/temporary-folder.ts';
import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open.ts';

interface Server {
  process: ChildProcess;
  /** Returns the number of runs that the server started. */
  began(): number;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.process.kill('SIGKILL');
});

async function serve(env: Record<string, string>): Promise<Server> {
  const child = fork(join(import.meta.dirname, '../../../../test/fixtures/job-server.ts'), {
    env: { ...process.env, NODE_ENV: 'test', ...env },
    execArgv: [...shortProcessOptions],
    stdio: 'inherit',
  });
  let began = 0;
  child.on('message', (message) => {
    if (message === 'began') began += 1;
  });
  const server = { process: child, began: () => began };
  servers.push(server);
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() =>
      Promise.reject(new Error('the server ended before it was ready')),
    ),
  ]);
  return server;
}

async function end(server: Server, signal: NodeJS.Signals): Promise<void> {
  const exited = once(server.process, 'exit');
  server.process.kill(signal);
  await exited;
}

const began = (server: Server) =>
  expect.poll(server.began, { timeout: 20_000, interval: 20 }).toBe(1);
const runsOf = (database: Database) =>
  database.background.selectFrom('job_run').selectAll().execute();
const undisturbed = {
  state: 'succeeded',
  result: { total: 210 },
  progress: { done: 20, total: 20, note: '' },
};

it('kill -9 in the middle of a run: the next start on the same folder completes it', async () => {
  const { path: folder, remove } = createTemporaryFolder();
  await createMigratedFolder(folder);
  try {
    const env = { DATA_DIR: folder, DATABASE_URL: '' };
    const first = await serve(env);
    first.process.send('run');
    await began(first);
    await end(first, 'SIGKILL');

    const second = await serve(env);
    await began(second);
    await end(second, 'SIGTERM');
    const database = await openDatabase({ dataDir: folder });
    expect(await runsOf(database)).toMatchObject([{ ...undisturbed, attempt: 2, fence: 2 }]);
    await database.close();
  } finally {
    remove();
  }
});

const postgres = process.env.TEST_DATABASE_URL;
describe.skipIf(!postgres)('two processes on PostgreSQL', () => {
  async function pair(): Promise<{
    database: Database;
    close: () => Promise<void>;
    one: Server;
    other: Server;
  }> {
    const { database, close } = await createTestDatabase();
    const [row] = (await database.execute('select current_database() as name')).rows;
    const url = new URL(postgres ?? '');
    url.pathname = `/${String(row?.name)}`;
    const [one, other] = await Promise.all([
      serve({ DATABASE_URL: url.href }),
      serve({ DATABASE_URL: url.href }),
    ]);
    return { database, close, one, other };
  }

  /** Returns both servers, first the server that started the run. */
  async function holder(one: Server, other: Server): Promise<[Server, Server]> {
    await expect.poll(() => one.began() + other.began(), { timeout: 20_000, interval: 20 }).toBe(1);
    return one.began() === 1 ? [one, other] : [other, one];
  }

  const expireLease = (database: Database) =>
    database.execute(`update job_run set lease_until = now() - interval '1 second'`);

  it('kill -9 in the middle of a run: the other ends it', async () => {
    const { database, close, one, other } = await pair();
    one.process.send('run');
    other.process.send('run');
    const [dead, alive] = await holder(one, other);
    await end(dead, 'SIGKILL');
    await expireLease(database);
    await began(alive);
    await expect
      .poll(() => runsOf(database), { timeout: 20_000, interval: 100 })
      .toMatchObject([{ ...undisturbed, attempt: 2, fence: 2 }]);
    await end(alive, 'SIGTERM');
    await close();
  });

  it('stopped past its lease and continued later, a process changes nothing', async () => {
    const { database, close, one, other } = await pair();
    one.process.send('run');
    const [paused, alive] = await holder(one, other);
    paused.process.kill('SIGSTOP');
    await expireLease(database);
    await began(alive);
    await expect
      .poll(async () => (await runsOf(database))[0]?.progress?.done ?? 0, {
        timeout: 20_000,
        interval: 50,
      })
      .toBeGreaterThan(5);
    paused.process.kill('SIGCONT');
    await expect
      .poll(() => runsOf(database), { timeout: 20_000, interval: 100 })
      .toMatchObject([{ ...undisturbed, attempt: 2, fence: 2 }]);
    const [ended] = await runsOf(database);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(await runsOf(database)).toEqual([ended]);
    await Promise.all([end(paused, 'SIGTERM'), end(alive, 'SIGTERM')]);
    await close();
  });
});
