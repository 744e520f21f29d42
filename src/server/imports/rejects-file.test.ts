import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { createTemporaryFolder } from '#test/temporary-folder.ts';
import type { UnusableCell } from './reading/read-row.ts';
import { RejectsFile } from './rejects-file.ts';

const folder = createTemporaryFolder();
afterAll(() => folder.remove());

const cell = (line: number, column = 'Name'): UnusableCell => ({
  line,
  column,
  value: 'x'.repeat(100),
  reason: 'is too long',
  imported: false,
});

it('a failed write ends the wait of the caller that adds cells, and later calls report the reason', async () => {
  const rejects = new RejectsFile('/dev/full');
  const adding = (async () => {
    for (let line = 2; line < 100_000; line += 1) await rejects.add([cell(line)]);
  })();
  await expect(adding).rejects.toMatchObject({ code: 'ENOSPC' });
  await expect(rejects.close()).rejects.toMatchObject({ code: 'ENOSPC' });
});

it('a missing folder is reported at the latest when the file is closed', async () => {
  const rejects = new RejectsFile(`${folder.path}/nowhere/rejects.csv`);
  await rejects.add([cell(2)]);
  await expect(rejects.close()).rejects.toMatchObject({ code: 'ENOENT' });
});

it('a full file holds whole rows and says how many rows are not in it', async () => {
  const path = `${folder.path}/rejects.csv`;
  const rejects = new RejectsFile(path, 3);
  for (let line = 2; line < 1_202; line += 1) await rejects.add([cell(line), cell(line, 'City')]);
  await rejects.close();
  await rejects.close();
  expect(rejects.rowsLeftOut).toBe(1_198);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines.slice(1, -1).map((line) => line.split(',').slice(0, 2).join(' '))).toEqual([
    '2 Name',
    '2 City',
    '3 Name',
    '3 City',
  ]);
  expect(lines.at(-1)).toBe(',,,"The file is full. 1,198 more rows are not in it.",');
});

it('creates no file without cells', async () => {
  const rejects = new RejectsFile(`${folder.path}/none.csv`);
  await rejects.close();
  expect(rejects.isMade).toBe(false);
});
