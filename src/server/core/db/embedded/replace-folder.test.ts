import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createTemporaryFolder } from '#test/temporary-folder.ts';
import { databaseFolderName } from './folder.ts';
import { replaceDatabaseFolder } from './replace-folder.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return { ...real, rename: vi.fn(real.rename) };
});
const { rename: realRename } =
  await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises');
beforeEach(() => {
  vi.mocked(rename).mockImplementation(realRename);
});

const entryOf = (dataDir: string) => readFile(join(dataDir, databaseFolderName, 'entry'), 'utf8');
const lay = (text: string) => async (place: string) => {
  await mkdir(place);
  await writeFile(join(place, 'entry'), text);
};

test('a new database that cannot be moved into place leaves the old one there, and can be retried', async () => {
  const { path: dataDir, remove } = createTemporaryFolder();
  await replaceDatabaseFolder(dataDir, { mayReplace: false, lay: lay('old') });
  const before = await readdir(dataDir);
  expect(before).toContain(databaseFolderName);

  const moved: string[] = [];
  vi.mocked(rename).mockImplementation(async (from, to) => {
    if (String(from).endsWith('.restoring'))
      throw Object.assign(new Error('EIO: i/o error, rename'), { code: 'EIO' });
    moved.push(String(to));
    await realRename(from, to);
  });
  await expect(
    replaceDatabaseFolder(dataDir, { mayReplace: true, lay: lay('new') }),
  ).rejects.toThrow('EIO');
  expect(moved, 'the old one was out of the way already, and came back').toEqual([
    expect.not.stringMatching(new RegExp(`/${databaseFolderName}$`)),
    join(dataDir, databaseFolderName),
  ]);
  expect(await entryOf(dataDir)).toBe('old');
  expect(await readdir(dataDir)).toEqual(before);

  vi.mocked(rename).mockImplementation(realRename);
  await replaceDatabaseFolder(dataDir, { mayReplace: true, lay: lay('new') });
  expect(await entryOf(dataDir)).toBe('new');
  expect(await readdir(dataDir)).toEqual(before);
  remove();
});
