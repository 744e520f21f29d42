import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const command = new URL('./import-command.ts', import.meta.url).pathname;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chairside-import-'));
});
afterAll(() => rm(folder, { recursive: true }));

function run(...words: string[]): Promise<{ code: number | null; out: string; errors: string }> {
  return new Promise((resolve, reject) => {
    const { DATABASE_URL: _, ...env } = process.env;
    const child = spawn(process.execPath, [command, ...words], { cwd: folder, env: { ...env, DATA_DIR: join(folder, 'data') } });
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

describe('what cannot be done is said in a line and a non-zero exit', () => {
  test.each([
    ['no words', [], /npm run import/],
    ['an unknown kind', ['patients', 'x.csv'], /"patients" is no kind/],
    ['a missing file', ['practices', 'gone.csv'], /^There is no file gone\.csv\.\n$/],
    ['a folder', ['practices', '.'], /^\. is not a file\.\n$/],
    ['a mapping without =', ['practices', 'x.csv', '--map', 'name'], /--map takes a header of the file and one of our columns/],
    ['another order of dates', ['practices', 'x.csv', '--dates', 'year-first'], /--dates takes day-first or month-first/],
    ['a source that is no name', ['practices', 'x.csv', '--source', 'a b'], /"a b" cannot be a source/],
    ['an unknown option', ['practices', 'x.csv', '--force'], /--force/],
  ])('%s', async (_, words, message) => {
    const { code, out, errors } = await run(...words);
    expect([code, out]).toEqual([1, '']);
    expect(errors).toMatch(message);
  });
});

test('a file goes in, what cannot be used is written beside it, and again it changes nothing', async () => {
  await writeFile(join(folder, 'some.csv'), 'Praxis,Zip,Lat,Note\nCafé Molar,06831,95.5,x\n,06831,,\n"=1+1",06832,,\n');
  const first = await run('practices', 'some.csv', '--map', 'Praxis=name');
  expect(first.errors).toContain('merging');
  expect(first.out).toMatch(
    /3 {2}rows read\s+2 {2}added\s+0 {2}changed\s+0 {2}unchanged\s+0 {2}superseded\s+1 {2}rejected\s+1 {4}Praxis is empty.*\s+1 {2}cells left out of rows that went in\s+1 {4}Lat is not/,
  );
  expect(first.out).toContain('Columns of the file:\n  "Praxis" as name\n  "Zip" as zip\n  "Lat" as latitude\n  ignored: "Note"\n');
  expect(first.code).toBe(0);
  expect(await readFile(join(folder, 'some.csv.rejects.csv'), 'utf8')).toBe(
    'line,column,value,reason,row\n2,Lat,95.5,is not between -90 and 90 degrees; left out,imported\n3,Praxis,,is empty: a practice needs a name,rejected\n',
  );
  expect((await run('practices', 'some.csv', '--map', 'Praxis=name')).out).toMatch(/0 {2}added\s+0 {2}changed\s+2 {2}unchanged/);
  expect(await run('practices', 'some.csv')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('columns are "Praxis", "Zip", "Lat", "Note".\nSay which one it is, such as --map "Praxis=name".'),
  });
  expect((await run('key', 'nightly')).out).toMatch(/^chairside_[\w-]{43}\nKeep it/);
  expect((await run('revoke', 'nightly')).out).toBe('One key named "nightly" ended.\n');
  expect(await run('revoke', 'nightly')).toMatchObject({ code: 1, errors: 'There is no working key named "nightly".\n' });
}, 240_000);
