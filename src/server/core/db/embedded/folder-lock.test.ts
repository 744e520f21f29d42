import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Child, startLockChild } from '#test/child-process.ts';
import { isDeepTestRun } from '#test/depth.ts';
import {
  allowsContainers,
  allowsMounts,
  canRunCommand,
  createOtherMachineCommand,
  mountSmallDisk,
  ownContainerCommand,
} from '#test/machine.ts';
import { createTemporaryFolder } from '#test/temporary-folder.ts';
import { DatabaseInUse, DatabaseUnavailable, DiskFull } from '../database.ts';
import { lockFolder } from './folder-lock.ts';

const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

let folder: string;
let remove: () => void;
const children: Child[] = [];
beforeEach(() => {
  ({ path: folder, remove } = createTemporaryFolder());
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.kill()));
  remove();
});

function lockedBy(...given: Parameters<typeof startLockChild>): Child {
  const child = startLockChild(...given);
  children.push(child);
  return child;
}

const refusal = (of = folder) =>
  lockFolder(of).then(
    () => 'held',
    (error: unknown) => error,
  );

async function refusalText(of = folder): Promise<string> {
  const error = await refusal(of);
  return error instanceof DatabaseUnavailable ? error.message : String(error);
}

describe.skipIf(onPostgres)('the lock of a data folder (embedded only)', () => {
  test.each([
    ['in memory', () => folder],
    ['on the disk', () => mkdtempSync(join(tmpdir(), 'chairside-lock-'))],
  ])('is held by one process, %s, released, and taken again', async (_, place) => {
    const here = place();
    const lock = await lockFolder(here);
    expect(await refusal(here)).toBeInstanceOf(DatabaseInUse);
    await lock.release();
    await (await lockFolder(here)).release();
    expect(readdirSync(here)).toEqual(['folder.lock']);
    rmSync(here, { recursive: true });
  });

  test('names its holder, and is free as soon as the holder is killed', async () => {
    const holder = lockedBy(folder);
    expect(await holder.firstLine).toBe('held');
    expect(await refusalText()).toMatch(
      new RegExp(
        `^The data folder ${folder} is in use by another process \\(process ${holder.pid} on .+\\)\\. Stop it first, or set DATA_DIR to another folder\\.$`,
      ),
    );
    await holder.kill();
    const since = performance.now();
    await (await lockFolder(folder)).release();
    expect(performance.now() - since).toBeLessThan(2_000);
  });

  test('stays with a process that was paused', async () => {
    const holder = lockedBy(folder);
    expect(await holder.firstLine).toBe('held');
    holder.signal('SIGSTOP');
    expect(await refusal()).toBeInstanceOf(DatabaseInUse);
  });

  const openers = isDeepTestRun ? 20 : 5;
  test(`goes to one of ${openers} simultaneous processes`, async () => {
    const lines = await Promise.all(
      Array.from({ length: openers }, () => lockedBy(folder).firstLine),
    );
    expect(lines.filter((line) => line === 'held')).toHaveLength(1);
    expect(lines.filter((line) => line.includes('is in use by another process'))).toHaveLength(
      openers - 1,
    );
  });

  test.skipIf(!allowsContainers)(
    'is visible across containers (not run where unshare is not allowed)',
    async () => {
      const holder = lockedBy(folder, { within: ownContainerCommand });
      expect(await holder.firstLine).toBe('held');
      expect(await lockedBy(folder, { within: ownContainerCommand }).firstLine).toContain(
        'is in use by another process',
      );
      expect(await refusal()).toBeInstanceOf(DatabaseInUse);
      await holder.kill();
      expect(await lockedBy(folder, { within: ownContainerCommand }).firstLine).toBe('held');
    },
  );
});

describe.skipIf(onPostgres || !allowsMounts)(
  'a data folder used by another machine whose lock is invisible here (not run where mounts are not allowed)',
  () => {
    test(`is refused while that machine writes${isDeepTestRun ? ', and taken when it is silent' : ''}`, async () => {
      const beside = mkdtempSync(join(tmpdir(), 'chairside-lock-'));
      const holder = lockedBy(folder, {
        within: createOtherMachineCommand(join(folder, 'folder.lock'), beside),
      });
      expect(await holder.firstLine).toBe('held');
      expect(await refusalText()).toContain(
        `The data folder ${folder} is in use by another machine (process `,
      );
      if (isDeepTestRun) {
        await holder.kill();
        await (await lockFolder(folder)).release();
      }
      rmSync(beside, { recursive: true });
    });
  },
);

describe.skipIf(onPostgres)('a data folder that cannot be locked (embedded only)', () => {
  test('because another file has the lock’s name, is refused with advice', async () => {
    writeFileSync(join(folder, 'folder.lock'), '{"pid": 1}');
    expect(await refusalText()).toBe(
      `${folder}/folder.lock cannot be locked (file is not a database). If no process uses the folder, delete that file.`,
    );
  });

  test.skipIf(!allowsMounts)(
    'because its disk is full, is refused with that reason (not run where mounts are not allowed)',
    async () => {
      const disk = mountSmallDisk(1);
      try {
        writeFileSync(join(disk.path, 'filler'), Buffer.alloc(1024 * 1024));
        expect(await refusal(disk.path)).toBeInstanceOf(DiskFull);
        expect(readdirSync(disk.path)).toEqual(['filler', 'folder.lock']);
      } finally {
        disk.remove();
      }
    },
  );

  test.skipIf(!allowsMounts)(
    'because it is read-only, is refused with that reason (not run where mounts are not allowed)',
    async () => {
      const disk = mountSmallDisk(1);
      try {
        // Creates the lock file before the disk becomes read-only. SQLite can then still open the
        // file for reading. The test checks that the folder does not count as locked by another
        // process.
        await (await lockFolder(disk.path)).release();
        execFileSync('mount', ['-o', 'remount,ro', disk.path]);
        expect(await refusalText(disk.path)).toBe(
          `The data folder ${disk.path} cannot be written to: its file system is read-only. Fix this, or set DATA_DIR to another folder.`,
        );
      } finally {
        disk.remove();
      }
    },
  );

  const nobody = '65534';
  test.skipIf(process.getuid?.() !== 0)(
    'because its lock file belongs to another user, is refused (run as root only)',
    async () => {
      const place = mkdtempSync(join(tmpdir(), 'chairside-lock-'));
      await (await lockFolder(place)).release();
      chmodSync(place, 0o777);
      const line = await lockedBy(place, { env: { LOCK_AS_USER: nobody } }).firstLine;
      expect(line).toBe(
        `${place}/folder.lock cannot be locked (attempt to write a readonly database). If no process uses the folder, delete that file.`,
      );
      rmSync(place, { recursive: true });
    },
  );

  test.skipIf(!canRunCommand('cc', '--version'))(
    'because its file system has no locks, is refused with that reason (not run without a C compiler)',
    async () => {
      const library = join(folder, 'no-locks.so');
      execFileSync('cc', [
        '-shared',
        '-fPIC',
        '-o',
        library,
        join(import.meta.dirname, '../../../../../test/fixtures/no-locks.c'),
        '-ldl',
      ]);
      mkdirSync(join(folder, 'data'));
      for (const error of ['ENOLCK', 'ENOSYS']) {
        const line = await lockedBy(join(folder, 'data'), {
          env: { LD_PRELOAD: library, LOCK_ERROR: error },
        }).firstLine;
        expect(line).toBe(
          `The data folder ${folder}/data is on a file system that cannot lock files, so a second process could open it too. Set DATA_DIR to a folder on a local disk, or DATABASE_URL to a PostgreSQL server.`,
        );
      }
      expect(readdirSync(join(folder, 'data'))).toEqual(['folder.lock']);
      expect(await refusal(join(folder, 'data', 'nothing'))).toBeInstanceOf(DatabaseUnavailable);
    },
  );
});
