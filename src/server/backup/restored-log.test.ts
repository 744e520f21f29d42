import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { verifyAuditLog } from '#server/admin/audit/verify.ts';
import { beginAuditSealing } from '#server/core/audit/begin.ts';
import { updateAuditRecordFile } from '#server/core/audit/keep-record.ts';
import { auditRecordPath } from '#server/core/audit/record.ts';
import { setAuditKey } from '#server/core/audit/seal.ts';
import type { Database } from '#server/core/db/database.ts';
import { executeWithoutAuditTriggers, writeEntries } from '#test/audit.ts';
import { isDeepTestRun } from '#test/depth.ts';
import { createDisposableDatabase, type DisposableDatabase } from '#test/disposable-database.ts';
import { findBinaries } from '#test/postgres-cluster.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#test/temporary-folder.ts';
import { makeBackup } from './make.ts';
import { restoreBackup } from './restore.ts';

// Each test opens several databases.
vi.setConfig({ testTimeout: 180_000 });

const server = process.env.TEST_DATABASE_URL || undefined;
const start = Date.parse('2026-11-18T18:00:00Z');
let folder: TemporaryFolder;
let installation: DisposableDatabase;
let now: Date;
const clock = () => now;
const passMinutes = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

beforeEach(async () => {
  now = new Date(start);
  folder = createTemporaryFolder();
  for (const name of ['data', 'other']) await mkdir(join(folder.path, name));
  installation = await createDisposableDatabase(server, join(folder.path, 'data'));
});
afterEach(async () => {
  setAuditKey(undefined);
  await installation.remove();
  folder.remove();
});

/**
 * Returns the settings of the machine that restores (`this`), or of another machine with the same
 * database and key.
 */
const place = (machine: 'this' | 'other') => ({
  ...installation.env,
  AUDIT_KEY: 'ab'.repeat(32),
  ...(machine === 'other' ? { DATA_DIR: join(folder.path, 'other') } : {}),
});

const write = (database: Database, count: number) => writeEntries(database.foreground, count, now);
const record = (database: Database, machine: 'this' | 'other') =>
  updateAuditRecordFile({ database, place: place(machine), clock });
const problemsOf = async (database: Database, machine: 'this' | 'other') =>
  (await verifyAuditLog(database.background, place(machine))).problems;
const restore = (backup: string) =>
  restoreBackup(backup, { env: place('this'), clock, mayReplace: true });
const missing = (position: number) =>
  expect.stringMatching(
    new RegExp(
      `^(Entry ${position} was the newest on .*checksum|On .*, entry ${position} \\(checksum [0-9a-f]+\\) was found missing)`,
    ),
  );

/**
 * Writes 3 entries, makes a backup (entry 4) and writes 4 more entries. This machine records up to
 * entry 8, the other machine up to entry 7.
 */
async function writeAroundBackup(database: Database): Promise<string> {
  await beginAuditSealing(database, place('this'), clock);
  await write(database, 3);
  const { path } = await makeBackup(
    { database, env: place('this'), clock },
    join(folder.path, 'backups'),
  );
  await write(database, 3);
  await record(database, 'other');
  await write(database, 1);
  await record(database, 'this');
  passMinutes(10);
  return path;
}

// A restore changes only the database. The record file, which is outside the database, is updated by
// a running server. This test therefore also covers a kill right after the restore commits.
it('a restore is no break in the audit log, on this machine and on another one of the same key', async () => {
  await restore(await installation.using(writeAroundBackup));
  await installation.using(async (database) => {
    expect(
      await database.background
        .selectFrom('audit_log')
        .select(['position', 'action'])
        .orderBy('position', 'desc')
        .execute(),
    ).toEqual([
      { position: 5, action: 'database.restore' },
      { position: 4, action: 'database.backup' },
      ...[3, 2, 1].map((position) => ({ position, action: 'settings.save' })),
    ]);
    for (const machine of ['this', 'other'] as const) {
      const { problems, notes } = await verifyAuditLog(database.background, place(machine));
      expect([problems, notes]).toEqual([
        [],
        [expect.stringMatching(/^Entry [78] was the newest on .* entry 5 records the restore/)],
      ]);
      expect(await record(database, machine)).toMatchObject({ position: 5, breaks: [] });
    }
    await write(database, 5);
    for (const machine of ['this', 'other'] as const) {
      expect(await record(database, machine)).toMatchObject({ position: 10, breaks: [] });
      expect(await verifyAuditLog(database.background, place(machine))).toMatchObject({
        broken: null,
        problems: [],
        notes: [],
      });
    }
  });
});

// By default, this test runs only on PostgreSQL if it is installed. The test before it restores
// on both engines.
const runsOnPostgres = server === undefined && !isDeepTestRun && findBinaries() !== undefined;
it.skipIf(runsOnPostgres)(
  'two restores in a row are no break, even of a later backup and on a machine that saw neither',
  async () => {
    const first = await installation.using(writeAroundBackup);
    const later = await installation.using(
      async (database) =>
        (await makeBackup({ database, env: place('this'), clock }, join(folder.path, 'backups')))
          .path,
    );
    await restore(first);
    passMinutes(10);
    await installation.using(async (database) => {
      await beginAuditSealing(database, place('this'), clock);
      await write(database, 2);
      await record(database, 'this');
    });
    passMinutes(10);
    await restore(later);
    await installation.using(async (database) => {
      for (const machine of ['this', 'other'] as const) {
        expect(await record(database, machine)).toMatchObject({ position: 10, breaks: [] });
        expect(await problemsOf(database, machine)).toEqual([]);
      }
    });
  },
);

it.skipIf(server === undefined)(
  'a break that was noticed before a restore stays reported after it (PostgreSQL)',
  async () => {
    const backup = await installation.using(async (database) => {
      const path = await writeAroundBackup(database);
      await executeWithoutAuditTriggers(
        database.background,
        'delete from audit_log where position > 6',
      );
      await executeWithoutAuditTriggers(
        database.background,
        'delete from audit_log_seal where position > 6',
      );
      expect(await record(database, 'this')).toMatchObject({ breaks: [{ position: 8 }] });
      return path;
    });
    await restore(backup);
    await installation.using(async (database) =>
      expect(await problemsOf(database, 'this')).toEqual([missing(8)]),
    );
  },
);

it.skipIf(server === undefined)(
  'a restore does not hide that the end of the log was deleted before it (PostgreSQL)',
  async () => {
    const backup = await installation.using(async (database) => {
      const path = await writeAroundBackup(database);
      await executeWithoutAuditTriggers(
        database.background,
        'delete from audit_log where position > 6',
      );
      await executeWithoutAuditTriggers(
        database.background,
        'delete from audit_log_seal where position > 6',
      );
      return path;
    });
    await restore(backup);
    await installation.using(async (database) => {
      for (const machine of ['this', 'other'] as const) {
        expect(await problemsOf(database, machine)).toHaveLength(1);
        expect((await record(database, machine))?.breaks).toHaveLength(1);
      }
    });
  },
);

it.skipIf(server === undefined)(
  'a restore after the database was lost is no break on a machine that recorded more (PostgreSQL)',
  async () => {
    const backup = await installation.using(writeAroundBackup);
    await rm(auditRecordPath(place('this')));
    await installation.destroy();
    await restore(backup);
    await installation.using(async (database) =>
      expect(await record(database, 'other')).toMatchObject({ position: 5, breaks: [] }),
    );
  },
);
