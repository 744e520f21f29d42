import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/core/db/open.ts';
import { closeCompleteWeeks } from '#server/scoring/weeks.ts';
import { addDays, dayIn, listWeekStartsUntil, weekStartOf } from '#shared/core/dates.ts';
import { createWorldInstitution, insertWorld } from '#test/health-world.ts';
import { importText } from '#test/imports.ts';
import { findFreePort } from '../scripts/free-port.ts';
import { shortProcessOptions } from './child-process.ts';
import { createMigratedFolder } from './database.ts';
import { isDeepTestRun } from './depth.ts';
import { allowsMounts, mountSmallDisk } from './machine.ts';
import { pageHeaders } from './page-user.ts';
import { signIn } from './session.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const { path: folder, remove } = createTemporaryFolder();
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
afterAll(remove);

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

interface Started {
  ended: Promise<Ended>;
  stop(signal: NodeJS.Signals): void;
  /** Resolves when the server reports that it is ready. */
  ready: Promise<void>;
  /** Resolves when the server has printed this text. */
  says(text: string): Promise<void>;
}

function start(env: Record<string, string>): Started {
  const server = spawn(process.execPath, [...shortProcessOptions, 'src/server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      SEED: 'none',
      PAGES: 'elsewhere',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  stops.push(() => server.kill('SIGKILL'));
  let output = '';
  const streams = [server.stdout, server.stderr];
  for (const stream of streams)
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = new Promise<Ended>((resolve) =>
    server.once('exit', (code, signal) => resolve({ code, signal, output })),
  );
  const says = (text: string) => {
    const printed = Promise.withResolvers<void>();
    for (const stream of streams)
      stream.on('data', () => output.includes(text) && printed.resolve());
    void ended.then(() => printed.reject(new Error(`The server ended: ${output}`)));
    printed.promise.catch(() => undefined);
    return printed.promise;
  };
  return { ended, ready: says('is ready at'), says, stop: (signal) => server.kill(signal) };
}

const lines = (output: string) => output.trim().split('\n');

describe('a start that fails', () => {
  it('names a port in use, before anything else', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, output } = await start({ PORT: String(port), DATA_DIR: join(folder, 'unused') })
      .ended;
    other.close();
    expect(code).toBe(1);
    expect(lines(output)).toEqual([
      `127.0.0.1:${port} is in use. Set PORT to another number, such as PORT=${port + 1} npm start.`,
    ]);
  });

  it('names every setting that is wrong', async () => {
    const { code, output } = await start({ PORT: 'many', BUSINESS_TIME_ZONE: 'Mars/Olympus' })
      .ended;
    expect(code).toBe(1);
    expect(lines(output)).toHaveLength(3);
    expect(output).toContain('PORT: ');
    expect(output).toContain('BUSINESS_TIME_ZONE: ');
  });

  it('names a data folder that is a file', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, 'not a folder');
    const { code, output } = await start({ PORT: String(await findFreePort()), DATA_DIR: file })
      .ended;
    expect(code).toBe(1);
    expect(lines(output)).toHaveLength(1);
    expect(output).toContain(file);
  });

  it('names a data folder that cannot be written', async () => {
    const { code, output } = await start({
      PORT: String(await findFreePort()),
      DATA_DIR: '/proc/chairside/data',
    }).ended;
    expect(code).toBe(1);
    expect(lines(output)).toHaveLength(1);
    expect(output).toContain('/proc/chairside');
  });

  it('names a database that is down, without its password', async () => {
    const { code, output } = await start({
      PORT: String(await findFreePort()),
      DATABASE_URL: `postgres://desk:open-sesame@127.0.0.1:${await findFreePort()}/desk`,
    }).ended;
    expect(code).toBe(1);
    expect(lines(output)).toHaveLength(1);
    expect(output).not.toContain('open-sesame');
  });
});

describe.skipIf(!allowsMounts)(
  'a first start on a full disk (not run where mounts are not allowed)',
  () => {
    const noRoom =
      /^The embedded database in .* has no disk space left \(.*(?:No space left on device|wrote only \d+ of \d+ bytes.*)\)\. Free up space there and try again\.$/;

    it('is reported in one line', async () => {
      const disk = mountSmallDisk(20);
      try {
        const { code, output } = await start({
          PORT: String(await findFreePort()),
          DATA_DIR: join(disk.path, 'data'),
        }).ended;
        expect(code).toBe(1);
        expect(lines(output)).toEqual([expect.stringMatching(noRoom)]);
      } finally {
        disk.remove();
      }
    });

    it.runIf(isDeepTestRun)(
      'that fills while the demo is created and scored is completed by the next starts once there is space',
      async () => {
        const disk = mountSmallDisk(2_000);
        const settings = {
          PORT: String(await findFreePort()),
          DATA_DIR: join(disk.path, 'data'),
          SEED: 'demo',
        };
        try {
          for (const work of ['weeks of usage', 'Scoring the history']) {
            const server = start(settings);
            await server.says(work);
            disk.fill(1);
            const { code, output } = await server.ended;
            expect(code).toBe(1);
            expect(lines(output).at(-1)).toMatch(noRoom);
            expect(output).not.toContain('    at ');
            disk.clear();
          }
          const server = start(settings);
          await server.ready;
          server.stop('SIGTERM');
          expect((await server.ended).code).toBe(0);
        } finally {
          disk.remove();
        }
      },
      600_000,
    );
  },
);

it('serves, refuses a second process on its data folder, stops when asked and starts again', async () => {
  const dataDir = join(folder, 'data');
  const port = await findFreePort();
  const first = start({ PORT: String(port), DATA_DIR: dataDir });
  await first.ready;
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/api/customer-practices`)).status).toBe(401);

  const second = await start({ PORT: String(await findFreePort()), DATA_DIR: dataDir }).ended;
  expect(second.code).toBe(1);
  expect(lines(second.output)).toHaveLength(1);
  expect(second.output).toContain('process');

  first.stop('SIGTERM');
  expect(await first.ended).toMatchObject({ code: 0, signal: null });

  const again = start({ PORT: String(port), DATA_DIR: dataDir });
  await again.ready;
  again.stop('SIGINT');
  expect((await again.ended).code).toBe(0);
});

it('completes at any start what a killed first start left open: provisional scores and the state of usage', async () => {
  const dataDir = join(folder, 'killed');
  const today = dayIn('America/Los_Angeles', new Date());
  const weeks = listWeekStartsUntil(addDays(weekStartOf(today), -7), 4);
  const institutions = Array.from({ length: 20 }, (_, index) =>
    createWorldInstitution(index + 1, weeks, { forms: 10 }),
  );
  await createMigratedFolder(dataDir);
  const killed = await openDatabase({ dataDir });
  await insertWorld(killed.background, { institutions });
  await closeCompleteWeeks(killed.background, today, () => new Date());
  await killed.close();

  const next = start({ PORT: String(await findFreePort()), DATA_DIR: dataDir });
  await next.ready;
  next.stop('SIGTERM');
  await next.ended;
  const opened = await openDatabase({ dataDir });
  expect(
    await opened.background.selectFrom('score_provisional').select('institution_id').execute(),
  ).toHaveLength(20);
  expect(
    await opened.background
      .selectFrom('job_run')
      .select('job')
      .where('job', '=', 'usage.refresh')
      .execute(),
  ).toHaveLength(1);
  await opened.close();
});

it('creates no demo beside imported practices', async () => {
  const dataDir = join(folder, 'imported');
  await createMigratedFolder(dataDir);
  const before = await openDatabase({ dataDir });
  await importText(before, 'practices', 'name,zip\nElm Dental,06831\n');
  await before.close();

  const server = start({ PORT: String(await findFreePort()), DATA_DIR: dataDir, SEED: 'demo' });
  await server.ready;
  server.stop('SIGTERM');
  expect((await server.ended).output).toContain(
    'This database gets no demo, because it was used for imports.',
  );
  const after = await openDatabase({ dataDir });
  expect(await after.background.selectFrom('institution').select('name').execute()).toEqual([
    { name: 'Elm Dental' },
  ]);
  await after.close();
});

it('counts the failures of the CRM in one place, whichever part called it', async () => {
  const dataDir = join(folder, 'crm');
  await createMigratedFolder(dataDir);
  const before = await openDatabase({ dataDir });
  const cookie = await signIn(before, 'admin');
  await before.close();

  const [port, closed] = [await findFreePort(), await findFreePort()];
  const crm = { HUBSPOT_TOKEN: 'pat-1', HUBSPOT_BASE_URL: `http://127.0.0.1:${closed}` };
  const server = start({ PORT: String(port), DATA_DIR: dataDir, ...crm });
  await server.ready;
  const origin = `http://localhost:${port}`;
  const headers = { 'content-type': 'application/json', origin, ...pageHeaders(cookie) };
  const tested = await fetch(`${origin}/api/admin/integrations/crm/test`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  expect(await tested.json()).toMatchObject({
    error: expect.stringContaining('HubSpot cannot be reached'),
  });
  const health: unknown = await (await fetch(`${origin}/healthz`)).json();
  expect(health).toMatchObject({
    checks: expect.arrayContaining([
      expect.objectContaining({ name: 'crm', status: 'degraded', detail: 'It does not answer.' }),
    ]),
  });
  server.stop('SIGTERM');
  expect((await server.ended).code).toBe(0);
});
