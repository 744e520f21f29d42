import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayIn, weekStartOf } from '#shared/core/dates.ts';
import { createMigratedFolder } from '#test/database.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#test/temporary-folder.ts';

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = createTemporaryFolder();
  await createMigratedFolder(join(folder.path, 'data'));
});
afterAll(() => folder.remove());

const commands = { setup: 'setup-command.ts', score: '../commands/score-command.ts' } as const;

/** Runs a command without a terminal, like a script. */
function run(
  command: keyof typeof commands,
  ...words: string[]
): Promise<{ code: number; out: string; errors: string }> {
  const { DATABASE_URL: _, ...rest } = process.env;
  const env = { ...rest, NODE_ENV: 'test', DATA_DIR: join(folder.path, 'data') };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, commands[command]), ...words],
      { cwd: folder.path, env },
      (error, out, errors) =>
        resolve({ code: error === null ? 0 : Number(error.code), out, errors }),
    );
  });
}

test.each([
  ['no folder', [], /^npm run setup -- FOLDER/],
  ['two folders', ['a', 'b'], /^npm run setup -- FOLDER/],
  ['an unknown option', ['a', '--force'], /--force/],
  ['a source that is no name', ['a', '--source', 'a b'], /^"a b" cannot be a source/],
  ['a folder that is not there', ['gone'], /^There is no folder gone\.\n$/],
])('%s is answered in a line and a non-zero exit', async (_, words, message) => {
  const { code, out, errors } = await run('setup', ...words);
  expect([code, out]).toEqual([1, '']);
  expect(errors).toMatch(message);
});

test('without a terminal it stops after the preview; with --yes it goes on to the scores', async () => {
  const exports = join(folder.path, 'exports');
  mkdirSync(exports);
  const customers = Array.from({ length: 20 }, (_, index) => index + 1);
  const lastSaturday = addDays(weekStartOf(dayIn('America/Los_Angeles', new Date())), -1);
  const days = [0, 7, 14, 21].map((before) => addDays(lastSaturday, -before));
  const file = (name: string, header: string, rows: string[]) =>
    writeFileSync(join(exports, name), `${header}\n${rows.join('\n')}\n`);
  file(
    'accounts.csv',
    'Account ID,Account Name,Created Date',
    customers.map((id) => `${id},Dental ${id},2020-01-02`),
  );
  file(
    'products.csv',
    'Account ID,Product,Active',
    customers.map((id) => `${id},payments,yes`),
  );
  file(
    'usage.csv',
    'Account ID,Date,Payments',
    days.flatMap((day) => customers.map((id) => `${id},${day},50`)),
  );
  const preview = await run('setup', 'exports');
  expect(preview).toMatchObject({
    code: 1,
    out: expect.stringContaining('accounts.csv, as practices:'),
  });
  expect(preview.errors).toMatch(
    /Nothing was changed\. To import everything, run the same command with --yes\.\n$/,
  );
  expect(await run('score')).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^Can’t compute scores: there are no practices yet\..*\n$/),
  });
  const done = await run('setup', 'exports', '--yes');
  expect(done).toMatchObject({
    code: 0,
    out: expect.stringContaining('20 customers scored over 1 official week, until Saturday'),
  });
  expect(await run('score')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^20 customers scored .*\n\nNext: npm start, and open .*\n$/),
  });
}, 240_000);
