import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildImportTestApp } from '#test/import-wizard.ts';

const disk = vi.hoisted(() => ({ fails: undefined as 'rename' | 'sync' | undefined }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    rename: (...paths: Parameters<typeof real.rename>) =>
      disk.fails === 'rename'
        ? Promise.reject(Object.assign(new Error('EIO: rename'), { code: 'EIO' }))
        : real.rename(...paths),
  };
});
vi.mock('#server/core/db/embedded/sync-folder-contents.ts', async (original) => {
  const real = await original<typeof import('#server/core/db/embedded/sync-folder-contents.ts')>();
  return {
    ...real,
    syncPath: (path: string) =>
      disk.fails === 'sync'
        ? Promise.reject(Object.assign(new Error('ENOSPC: fsync'), { code: 'ENOSPC' }))
        : real.syncPath(path),
  };
});

let wizard: Awaited<ReturnType<typeof buildImportTestApp>>;
let uploads: string;
beforeAll(async () => {
  wizard = await buildImportTestApp();
  uploads = join(wizard.folder.path, 'uploads');
});
afterAll(() => wizard.close());

const practices = 'Customer ID,Location ID,Name\nC1,L1,Dental 1\n';

it.each([
  ['rename', 500],
  ['sync', 507],
] as const)(
  'an upload whose file could not be saved (%s) leaves nothing and can be sent again',
  async (fails, status) => {
    const uploadId = randomUUID();
    await wizard.send('practices.csv', practices);
    disk.fails = fails;
    expect((await wizard.send('a.csv', practices, uploadId)).statusCode).toBe(status);
    disk.fails = undefined;
    expect(readdirSync(uploads).filter((name) => name.startsWith(uploadId))).toEqual([]);
    expect((await wizard.send('a.csv', practices, uploadId)).statusCode).toBe(200);
    expect(readFileSync(join(uploads, uploadId), 'utf8')).toBe(practices);
  },
);
