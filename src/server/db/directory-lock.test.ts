import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseChild } from '#test/child-process.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { DatabaseUnavailable } from './database.ts';
import { lockFile } from './directory-lock.ts';
import { openDatabase } from './open.ts';

let folder: string;
let remove: () => void;
beforeEach(() => {
  ({ path: folder, remove } = temporaryFolder());
});
afterEach(() => remove());

const lock = () => lockFile(join(folder, 'it.lock'), 'The folder');

describe('the lock', () => {
  test('is held by one, given back, and taken again', async () => {
    const unlock = await lock();
    await expect(lock()).rejects.toThrow(`The folder is in use by another process (${process.pid})`);
    await unlock();
    const again = await lock();
    await again();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is taken over when exactly its process is dead', async () => {
    const unlock = await lock();
    const mine = JSON.parse(readFileSync(join(folder, 'it.lock'), 'utf8'));
    await unlock();
    const stale = {
      'a process id that nobody has': { ...mine, pid: 4_194_303 },
      'a process id that was used again': { ...mine, started: '1' },
      'before the machine started': { ...mine, boot: 'another' },
    };
    for (const holder of Object.values(stale)) {
      writeFileSync(join(folder, 'it.lock'), JSON.stringify(holder));
      const taken = await lock();
      await taken();
    }
    writeFileSync(join(folder, 'it.lock'), JSON.stringify(mine));
    await expect(lock()).rejects.toThrow(DatabaseUnavailable);
  });

  test('goes by the process id alone where the start time is not known', async () => {
    writeFileSync(join(folder, 'it.lock'), JSON.stringify({ pid: process.pid, started: '', boot: '' }));
    await expect(lock()).rejects.toThrow(String(process.pid));
    writeFileSync(join(folder, 'it.lock'), JSON.stringify({ pid: 4_194_303, started: '', boot: '' }));
    await (await lock())();
  });

  test('is got by exactly one of many that find the same dead holder', async () => {
    for (let round = 0; round < 20; round += 1) {
      writeFileSync(join(folder, 'it.lock'), JSON.stringify({ pid: 4_194_303, started: '1', boot: '1' }));
      const results = await Promise.allSettled(Array.from({ length: 20 }, lock));
      const got = results.filter((result) => result.status === 'fulfilled');
      expect(got).toHaveLength(1);
      for (const { value } of got) await value();
    }
  });
});

describe.skipIf(process.env.TEST_DATABASE_URL)('a data folder (embedded only)', () => {
  test('in use by another process is refused with its pid, and is free again when that is killed', async () => {
    const holder = databaseChild('open', folder);
    expect(await holder.firstLine).toBe('ready');
    const refused = await openDatabase({ dataDir: folder }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseUnavailable);
    expect(String(refused)).toContain(`in use by another process (${holder.pid})`);
    await holder.kill();
    expect(existsSync(join(folder, 'database.lock'))).toBe(true);
    const database = await openDatabase({ dataDir: folder });
    await database.close();
    expect(existsSync(join(folder, 'database.lock'))).toBe(false);
  });

  test('opened by five processes at once goes to one', async () => {
    const children = Array.from({ length: 5 }, () => databaseChild('open', folder));
    const lines = await Promise.all(children.map((child) => child.firstLine));
    await Promise.all(children.map((child) => child.kill()));
    expect(lines.filter((line) => line === 'ready')).toHaveLength(1);
    expect(lines.filter((line) => /in use by another process|opened by another/.test(line))).toHaveLength(4);
  });

  test('that is a file, or below a file, is refused in one line', async () => {
    writeFileSync(join(folder, 'file'), '');
    for (const dataDir of [join(folder, 'file'), join(folder, 'file', 'below')]) {
      const refused = await openDatabase({ dataDir }).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(DatabaseUnavailable);
      expect(String(refused)).toBe(`Error: The data folder ${dataDir} cannot be made: there is a file in its place`);
    }
  });

  test('that cannot be written to is refused in one line', async () => {
    // Root may write anywhere, but nobody may make files in /proc.
    const refused = await openDatabase({ dataDir: '/proc/chairside' }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseUnavailable);
    expect(String(refused)).toMatch(/^Error: The data folder \/proc\/chairside cannot be made: .+$/);
  });

  test('is made with all folders above it', async () => {
    const dataDir = join(folder, 'a', 'b');
    mkdirSync(join(folder, 'a'));
    const database = await openDatabase({ dataDir });
    await database.close();
    expect(existsSync(join(dataDir, 'database', 'PG_VERSION'))).toBe(true);
  });
});
