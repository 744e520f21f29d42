import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateDatabase, readMigrations } from '#server/core/db/migrate.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { shortProcessOptions } from '#test/child-process.ts';
import { createMigratedFolder } from '#test/database.ts';

const command = new URL('./import-command.ts', import.meta.url).pathname;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chairside-import-'));
  await createMigratedFolder(join(folder, 'data'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Ended {
  code: number | null;
  out: string;
  errors: string;
}

function run(...words: string[]): Promise<Ended> {
  return runIn('data', ...words);
}

function runIn(dataDir: string, ...words: string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const { DATABASE_URL: _, ...env } = process.env;
    const child = spawn(process.execPath, [...shortProcessOptions, command, ...words], {
      cwd: folder,
      env: { ...env, DATA_DIR: join(folder, dataDir) },
    });
    let out = '';
    let errors = '';
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      errors += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, errors }));
  });
}

describe('invalid commands fail with one line and a non-zero exit code', () => {
  test.each([
    ['no words', [], /npm run import/],
    ['an unknown kind', ['patients', 'x.csv'], /"patients" is not a kind/],
    ['a missing file', ['practices', 'gone.csv'], /^There is no file gone\.csv\.\n$/],
    ['a folder', ['practices', '.'], /^\. is not a file\.\n$/],
    [
      'a mapping without =',
      ['practices', 'x.csv', '--map', 'name'],
      /--map takes a header of the file and a column of Chairside/,
    ],
    [
      'another order of dates',
      ['practices', 'x.csv', '--dates', 'year-first'],
      /--dates takes day-first or month-first/,
    ],
    [
      'another number format',
      ['practices', 'x.csv', '--numbers', 'comma'],
      /--numbers takes decimal-point or decimal-comma, not "comma"/,
    ],
    [
      'a source that is no name',
      ['practices', 'x.csv', '--source', 'a b'],
      /"a b" cannot be a source/,
    ],
    ['an unknown option', ['practices', 'x.csv', '--force'], /--force/],
  ])('%s', async (_, words, message) => {
    const { code, out, errors } = await run(...words);
    expect([code, out]).toEqual([1, '']);
    expect(errors).toMatch(message);
  });
});

test('a file is imported with a rejects file beside it, and changes nothing when imported again', async () => {
  await writeFile(
    join(folder, 'some.csv'),
    'Praxis,Zip,Lat,Note\nCafé Molar,06831,95.5,x\n,06831,,\n"=1+1",06832,,\n',
  );
  const first = await run('practices', 'some.csv', '--map', 'Praxis=name');
  expect(first.errors).toContain('merging');
  expect(first.out).toMatch(
    /3 {2}rows read\s+2 {2}added\s+0 {2}changed\s+0 {2}unchanged\s+0 {2}superseded\s+1 {2}rejected\s+1 {4}Praxis is empty.*\s+1 {2}cells left out of imported rows\s+1 {4}Lat is not/,
  );
  expect(first.out).toContain(
    'Columns of the file:\n  "Praxis" as name\n  "Zip" as zip\n  "Lat" as latitude\n  ignored: "Note"\n',
  );
  expect(first.code).toBe(0);
  expect(await readFile(join(folder, 'some.csv.rejects.csv'), 'utf8')).toBe(
    'line,column,value,reason,row\n2,Lat,95.5,is not between -90 and 90 degrees; left out,imported\n3,Praxis,,is empty: a practice needs a name,rejected\n',
  );
  expect(first.out).toMatch(
    /\n\nNext, import entitlements: npm run import -- entitlements FILE\.csv\n/,
  );
  expect((await run('practices', 'some.csv', '--map', 'Praxis=name', '--dry-run')).out).toMatch(
    /\n\nNext: run the same command without --dry-run\.\n/,
  );
  expect((await run('practices', 'some.csv', '--map', 'Praxis=name')).out).toMatch(
    /0 {2}added\s+0 {2}changed\s+2 {2}unchanged/,
  );
  expect(await run('practices', 'some.csv')).toMatchObject({
    code: 1,
    errors: expect.stringContaining(
      'columns are "Praxis", "Zip", "Lat", "Note".\nMap a header, for example --map "Praxis=name".',
    ),
  });
  expect((await run('key', 'nightly')).out).toMatch(/^chairside_[\w-]{43}\nSave this key/);
  expect((await run('revoke', 'nightly')).out).toBe('One key named "nightly" revoked.\n');
  expect(await run('revoke', 'nightly')).toMatchObject({
    code: 1,
    errors: 'There is no active key named "nightly".\n',
  });
}, 240_000);

test('the command works through a running server, and creates keys meanwhile', async () => {
  const database = await openDatabase({ dataDir: join(folder, 'data') });
  try {
    await database.share();
    const rows = Array.from(
      { length: 3_000 },
      (_, index) => `Office ${index},0${6000 + (index % 400)}`,
    );
    await writeFile(join(folder, 'more.csv'), ['Name,Zip', ...rows].join('\n'));
    const imported = await run('practices', 'more.csv');
    expect(imported).toMatchObject({ code: 0, out: expect.stringMatching(/3,000 {2}added/) });
    const key = await run('key', 'daily');
    const { rows: found } =
      await database.execute(`select (select count(*) from location where name like 'Office %') as locations,
      (select count(*) from api_key where name = 'daily') as keys, (select count(*) from import_run where state = 'running') as running`);
    expect(found).toEqual([{ locations: 3_000, keys: 1, running: 0 }]);
    expect(key.out).toMatch(/^chairside_/);
  } finally {
    await database.close();
  }
}, 240_000);

test('a server of an older version is not used', async () => {
  const database = await openDatabase({ dataDir: join(folder, 'older') });
  try {
    await migrateDatabase(database, undefined, (await readMigrations()).slice(0, -1));
    await database.share();
    const { code, errors } = await runIn('older', 'key', 'daily');
    expect([code, errors]).toEqual([
      1,
      expect.stringContaining('is an older version of Chairside'),
    ]);
  } finally {
    await database.close();
  }
}, 240_000);
