import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const command = new URL('./churn-command.ts', import.meta.url).pathname;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chairside-churn-'));
  const rows = Array.from(
    { length: 200 },
    (_, row) => `${row % 17},${row % 2},${row % 3 === 0 ? 'small' : 'large'}`,
  );
  writeFileSync(join(folder, 'rows.csv'), `months,left,size\n${rows.join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, out: stdout, errors: stderr };
}

it('evaluates and draws survival from a file, in words or as JSON', () => {
  expect(run('evaluate', 'rows.csv', '--label', 'left', '--positive', '1')).toMatchObject({
    status: 0,
    errors: '',
  });
  const { out } = run(
    'survival',
    'rows.csv',
    '--time',
    'months',
    '--event',
    'left',
    '--by',
    'size',
    '--json',
  );
  expect(JSON.parse(out)).toMatchObject({
    rows: 200,
    skipped: 0,
    groups: [{ name: 'large' }, { name: 'small' }],
  });
  expect(run('--help').out).toMatch(/^npm run churn -- evaluate FILE\.csv/);
});

it.each([
  [[], /^npm run churn -- evaluate/],
  [['guess', 'rows.csv'], /^npm run churn -- evaluate/],
  [['evaluate', 'rows.csv', '--positive', '1'], /^--label is missing\./],
  [
    ['evaluate', 'rows.csv', '--label', 'left', '--positive', '1', '--event', 'left'],
    /^“evaluate” has no option --event\./,
  ],
  [
    ['survival', 'rows.csv', '--time', 'months', '--event', 'left', '--colour', 'red'],
    /^Unknown option '--colour'/,
  ],
  [
    ['survival', 'gone.csv', '--time', 'months', '--event', 'left'],
    /^Couldn't read the file: ENOENT/,
  ],
  [
    ['evaluate', 'rows.csv', '--label', 'gone', '--positive', '1'],
    /^There is no column “gone”\. The file has: months, left, size\./,
  ],
])('says what is wrong with %j', (words, reason) => {
  const { status, out, errors } = run(...words);
  expect([status, out]).toEqual([1, '']);
  expect(errors).toMatch(reason);
});
