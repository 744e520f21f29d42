import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/core/db/open.ts';
import { closeCompleteWeeks } from '#server/scoring/weeks.ts';
import { addDays, dayIn, listWeekStartsUntil, weekStartOf } from '#shared/core/dates.ts';
import { createWorldInstitution, insertWorld } from '#test/health-world.ts';
import { findFreePort } from '../scripts/free-port.ts';
import { createMigratedFolder } from './database.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/** Path of Debian's libfaketime, which changes the time that a process reads. */
const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));

const { path: folder, remove } = createTemporaryFolder();
afterAll(remove);
const dataDir = join(folder, 'data');
const offset = join(folder, 'offset');

/** Starts the server. The file `offset` shifts its clock; the test can change the file later. */
async function serve(shift: string) {
  writeFileSync(offset, shift);
  const server = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SEED: 'none',
      PAGES: 'elsewhere',
      PORT: String(await findFreePort()),
      DATA_DIR: dataDir,
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: offset,
      FAKETIME_NO_CACHE: '1',
      // The monotonic clock is not shifted, as when only the wall clock of a machine is set.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => (said += chunk));
  const says = (words: string) =>
    expect.poll(() => said, { timeout: 40_000, interval: 100 }).toContain(words);
  await says('is ready at');
  return {
    says,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
    },
  };
}

async function officialWeeks(): Promise<number> {
  const database = await openDatabase({ dataDir });
  const { count } = await database.background
    .selectFrom('official_week')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  await database.close();
  return count;
}

describe.skipIf(library === undefined)(
  'a machine whose clock is wrong (needs the package libfaketime)',
  () => {
    it('closes no week, reports the problem, and does no scheduled work', {
      timeout: 180_000,
    }, async () => {
      const today = dayIn('America/Los_Angeles', new Date());
      const weeks = listWeekStartsUntil(addDays(weekStartOf(today), -7), 5);
      await createMigratedFolder(dataDir);
      const database = await openDatabase({ dataDir });
      await insertWorld(database.background, {
        institutions: [createWorldInstitution(1, weeks, { forms: 10 })],
      });
      await closeCompleteWeeks(database.background, today, () => new Date());
      await database.close();
      expect(await officialWeeks()).toBe(2);

      const ahead = await serve('+3650d');
      await ahead.stop();
      expect(await officialWeeks()).toBe(2);

      const right = await serve('+0d');
      await right.says('but this database has already recorded');
      await right.stop();

      const again = await openDatabase({ dataDir });
      await again.execute('delete from clock_mark');
      await again.close();
      const jumping = await serve('+0d');
      writeFileSync(offset, '+3650d');
      await jumping.says('after a jump of 10 years ahead');
      await jumping.stop();
      expect(await officialWeeks()).toBe(2);
    });
  },
);
