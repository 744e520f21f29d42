import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDatabaseChild } from '#test/child-process.ts';
import { allowsMounts } from '#test/machine.ts';
import { createTemporaryFolder } from '#test/temporary-folder.ts';
import { DatabaseInUse, DatabaseUnavailable } from '../database.ts';
import { openEmbeddedFolder } from './folder.ts';

describe.skipIf(process.env.TEST_DATABASE_URL)('a data folder (embedded only)', () => {
  const whole = createTemporaryFolder();
  beforeAll(async () => {
    const database = await openEmbeddedFolder(join(whole.path, 'made', 'with', 'parents'));
    await database.execute('create table entry as select 1 as id');
    await database.close();
    cpSync(join(whole.path, 'made', 'with', 'parents'), join(whole.path, 'data'), {
      recursive: true,
    });
  });
  afterAll(() => whole.remove());

  let folder: string;
  let remove: () => void;
  beforeEach(() => {
    ({ path: folder, remove } = createTemporaryFolder());
  });
  afterEach(() => remove());

  const refusal = (dataDir = folder) =>
    openEmbeddedFolder(dataDir).then(
      () => 'opened',
      (error: unknown) => error,
    );

  const refusalText = async (dataDir = folder) => {
    const error = await refusal(dataDir);
    return error instanceof DatabaseUnavailable ? error.message : String(error);
  };

  const fill = () => cpSync(join(whole.path, 'data'), folder, { recursive: true });

  /** Returns all names and sizes below a folder. */
  const contents = (of: string) =>
    readdirSync(of, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => `${name} ${statSync(join(of, name)).size}`);

  test('is created with its parent folders, and contains the database and its lock', () => {
    expect(readdirSync(join(whole.path, 'data'))).toEqual(['database', 'folder.lock']);
  });

  test('in use by another process is refused, and is free again when that is killed', async () => {
    fill();
    const holder = startDatabaseChild('open', folder);
    expect(await holder.firstLine).toBe('ready');
    expect(await refusal()).toBeInstanceOf(DatabaseInUse);
    await holder.kill();
    const database = await openEmbeddedFolder(folder);
    expect(await refusal()).toBeInstanceOf(DatabaseInUse);
    await database.close();
  });

  test('taken by another machine during a pause is left at once, and stays with that machine', async () => {
    fill();
    const database = await openEmbeddedFolder(folder);
    const path = join(folder, 'folder.holder');
    const other = JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), id: 'another' });
    writeFileSync(path, other);
    await expect
      .poll(() => sql`select 1`.execute(database.foreground).catch((error: unknown) => error), {
        timeout: 20_000,
      })
      .toBeInstanceOf(DatabaseInUse);
    await database.close();
    expect(readFileSync(path, 'utf8')).toBe(other);
  });

  test.each(['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'])(
    'whose database lacks %s is refused and left unchanged',
    async (name) => {
      fill();
      rmSync(join(folder, 'database', name), { recursive: true });
      const before = contents(join(folder, 'database'));
      expect(await refusalText()).toBe(
        `The database in ${folder}/database is incomplete: ${name} missing. Restore the folder from a backup, or move it away to start with an empty database.`,
      );
      expect(contents(join(folder, 'database'))).toEqual(before);
    },
  );

  test('whose database is something else is refused with advice', async () => {
    const place = join(folder, 'database');
    writeFileSync(place, 'notes');
    expect(await refusalText()).toBe(
      `${place} is a file where the database's folder belongs. Move it away.`,
    );
    rmSync(place);
    symlinkSync(join(folder, 'not', 'mounted'), place);
    expect(await refusalText()).toContain(`${place} is a link.`);
    rmSync(place);
    mkdirSync(place);
    writeFileSync(join(place, 'notes'), 'mine');
    expect(await refusalText()).toContain(
      'is incomplete: PG_VERSION, global/pg_control, base, pg_wal, pg_xact missing.',
    );
    expect(readFileSync(join(place, 'notes'), 'utf8')).toBe('mine');
  });

  test('that is itself a database is refused', async () => {
    expect(await refusalText(join(whole.path, 'data', 'database'))).toContain(
      'is itself a PostgreSQL database. Set DATA_DIR to another folder',
    );
  });

  test.skipIf(!allowsMounts)(
    'in which the database is a mount point is refused (not run where mounts are not allowed)',
    async () => {
      const place = join(folder, 'data base', 'database');
      mkdirSync(place, { recursive: true });
      execFileSync('mount', ['--bind', join(whole.path, 'data', 'database'), place]);
      try {
        expect(await refusalText(join(folder, 'data base'))).toBe(
          `${place} is a mount point. Mount that volume on ${folder}/data base instead.`,
        );
      } finally {
        execFileSync('umount', [place]);
      }
    },
  );

  test('with an empty database folder, an unfinished first start and other files gets a database and keeps the other files', async () => {
    mkdirSync(join(folder, 'database'));
    mkdirSync(join(folder, 'database.unfinished', 'base'), { recursive: true });
    mkdirSync(join(folder, 'lost+found'));
    writeFileSync(join(folder, 'database.backup'), 'mine');
    const database = await openEmbeddedFolder(folder);
    await database.execute('select 1');
    await database.close();
    expect(readdirSync(folder)).toEqual([
      'database',
      'database.backup',
      'folder.lock',
      'lost+found',
    ]);
  });

  test.each([
    [
      'cut short',
      (file: string) => truncateSync(file, 100),
      'could not read file "global/pg_control": read 100 of 296',
    ],
    [
      'overwritten',
      (file: string) => writeFileSync(file, Buffer.alloc(8192, 7)),
      'database files are incompatible with server',
    ],
  ])('whose control file was %s is refused in one line', async (_, damage, reason) => {
    fill();
    damage(join(folder, 'database', 'global', 'pg_control'));
    const line = await refusalText();
    expect(line).toContain(
      `The embedded database in ${folder}/database cannot be opened: ${reason}`,
    );
    expect(line).toMatch(
      /\. If its files are damaged, restore the folder from a backup, or move it away to start with an empty database\.$/,
    );
    expect(line).not.toContain('\n');
  });

  test('that is a file, below a file, or not writable is refused in one line', async () => {
    writeFileSync(join(folder, 'file'), '');
    for (const dataDir of [join(folder, 'file'), join(folder, 'file', 'below')])
      expect(await refusalText(dataDir)).toBe(
        `The data folder ${dataDir} cannot be created: there is a file in its place. Fix this, or set DATA_DIR to another folder.`,
      );
    // Root can write anywhere except in /proc.
    expect(await refusalText('/proc/chairside')).toMatch(
      /^The data folder \/proc\/chairside cannot be created: .+$/,
    );
  });
});
