import {
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifyAuditLog } from '#server/admin/audit/verify.ts';
import type { Database } from '#server/core/db/database.ts';
import { openSharedDatabase } from '#server/core/db/embedded/shared-database.ts';
import { createDisposableDatabase, type DisposableDatabase } from '#test/disposable-database.ts';
import { createWorldInstitution, insertWorld } from '#test/health-world.ts';
import { computeTableHashes } from '#test/table-hashes.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#test/temporary-folder.ts';
import { makeBackup, removeOlderBackups } from './make.ts';
import { type BackupManifest, readManifest, writeManifest } from './manifest.ts';
import { completeRestore, restoreBackup } from './restore.ts';

// Each test opens several databases.
vi.setConfig({ testTimeout: 180_000 });

const server = process.env.TEST_DATABASE_URL || undefined;
const madeAt = new Date('2026-11-18T18:00:00Z');
const weeks = ['2026-11-01', '2026-11-08'];

let folder: TemporaryFolder;
let installation: DisposableDatabase;
beforeEach(async () => {
  folder = createTemporaryFolder();
  installation = await createDisposableDatabase(server, join(folder.path, 'data'));
});
afterEach(async () => {
  await installation.remove();
  folder.remove();
});

const into = () => join(folder.path, 'backups');
const backUp = (database: Database, at = madeAt) =>
  makeBackup({ database, env: installation.env, clock: () => at }, into());
const restore = (backup: string, mayReplace = false) =>
  restoreBackup(backup, {
    env: installation.env,
    clock: () => new Date('2026-11-19T18:00:00Z'),
    mayReplace,
  });

/** Adds practices with usage and a signed-in user. */
async function fill(database: Database): Promise<void> {
  await insertWorld(database.background, {
    institutions: [1, 2, 3].map((id) => createWorldInstitution(id, weeks, { forms: 10 + id })),
  });
  await database.execute(`with one as (insert into app_user (issuer, subject, email, name, role, created_at)
      values ('https://identity.test', 's', 'ana@example.com', 'Ana Ünïcode', 'member', now()) returning user_id)
    insert into user_session (session_hash, user_id, created_at, last_seen_at) select 'h', user_id, now(), now() from one`);
}

/** Tables that a restore changes, because it ends all sessions and adds a sealed audit entry. */
const changedByRestoring = ['user_session', 'audit_log', 'audit_log_seal'];
const names = (database: Database) =>
  database.background
    .selectFrom('institution')
    .select('name')
    .orderBy('institution_id')
    .execute()
    .then((rows) => rows.map(({ name }) => name));

it('restores everything after the database was destroyed, ends all sessions and writes to the audit log', async () => {
  const { path, before } = await installation.using(async (database) => {
    await fill(database);
    const made = await backUp(database);
    await expect(restore(made.path, true), 'while a process uses the database').rejects.toThrow(
      /in use|Stop it first/,
    );
    await writeFile(join(folder.path, 'file'), '');
    const nowhere = makeBackup(
      { database, env: installation.env, clock: () => madeAt },
      join(folder.path, 'file'),
    );
    await expect(nowhere).rejects.toThrow(/^Couldn't write the backup: /);
    return { path: made.path, before: await computeTableHashes(database, changedByRestoring) };
  });
  expect(path).toBe(join(into(), 'chairside-2026-11-18T180000Z'));
  expect(await readdir(into())).toEqual(['chairside-2026-11-18T180000Z']);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  await installation.destroy();

  await restore(path);
  await installation.using(async (database) => {
    expect(await computeTableHashes(database, changedByRestoring)).toEqual(before);
    expect(await database.background.selectFrom('user_session').selectAll().execute()).toEqual([]);
    const audits = await database.background
      .selectFrom('audit_log')
      .select(['action', 'object_id', 'actor'])
      .orderBy('position')
      .execute();
    const actor = 'command line';
    expect(audits.at(0)).toEqual({ action: 'database.backup', object_id: path, actor });
    expect(audits.at(-1)).toEqual({ action: 'database.restore', object_id: path, actor });
    expect(await verifyAuditLog(database.background, installation.env)).toMatchObject({
      broken: null,
      problems: [],
    });
  });
});

it('refuses a database that is not empty unless it may replace it, and refuses a changed backup', async () => {
  const { path } = await installation.using(async (database) => {
    await fill(database);
    const made = await backUp(database);
    await database.execute(
      `update institution set name = 'Changed since'; create table left_over (id integer)`,
    );
    return made;
  });
  await expect(restore(path)).rejects.toThrow(/--replace/);
  for (const [said, spoil] of spoiled) {
    const copy = `${path}-spoiled`;
    await cp(path, copy, { recursive: true });
    await spoil(copy);
    await expect(restore(copy, true), String(said)).rejects.toThrow(said);
    await rm(copy, { recursive: true });
  }
  await expect(restore(folder.path, true)).rejects.toThrow(/There is no backup in/);
  expect(await installation.using(names)).toEqual([
    'Changed since',
    'Changed since',
    'Changed since',
  ]);

  await restore(path, true);
  await installation.using(async (database) => {
    expect(await names(database)).toEqual(['Practice 1', 'Practice 2', 'Practice 3']);
    expect(Object.keys(await computeTableHashes(database))).not.toContain('left_over');
  });
});

/** Functions that damage a backup, each with the expected error. */
const spoiled: [RegExp, (backup: string) => Promise<void>][] = [
  [
    /^The backup is damaged: .* has changed since the backup/,
    async (backup) => {
      const file = join(backup, await largest(backup));
      const bytes = await readFile(file);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      await writeFile(file, bytes);
    },
  ],
  [/^The backup is damaged/, async (backup) => rm(join(backup, await largest(backup)))],
  [
    /^The backup is newer than this version of Chairside: it has the migration 999_next\.sql/,
    (backup) =>
      changeManifest(backup, ({ migrations }) => ({
        migrations: { ...migrations, '999_next.sql': '0' },
      })),
  ],
  [
    /Couldn't read the backup/,
    (backup) =>
      changeManifest(backup, () => ({
        files: [{ path: '../../etc/passwd', bytes: 1, sha256: '' }],
      })),
  ],
  [
    /DATABASE_URL/,
    (backup) =>
      changeManifest(backup, ({ engine }) => ({
        engine: engine === 'embedded' ? 'postgres' : 'embedded',
      })),
  ],
  ...(server === undefined
    ? []
    : [[/pg_restore failed/, endInTheMiddle] as [RegExp, typeof endInTheMiddle]]),
];

const largest = async (backup: string) =>
  (await readManifest(backup)).files.toSorted((one, other) => other.bytes - one.bytes)[0]?.path ??
  '';

async function changeManifest(
  backup: string,
  change: (manifest: BackupManifest) => Partial<BackupManifest>,
): Promise<void> {
  const manifest = await readManifest(backup);
  await writeFile(
    join(backup, 'manifest.json'),
    JSON.stringify({ ...manifest, ...change(manifest) }),
  );
}

/** Truncates the dump and updates its checksum. */
async function endInTheMiddle(backup: string): Promise<void> {
  const { engine, madeAt: at, postgres, migrations } = await readManifest(backup);
  const file = join(backup, 'database.dump');
  await truncate(file, (await stat(file)).size - 2_000);
  await rm(join(backup, 'manifest.json'));
  await writeManifest(backup, { engine, madeAt: at, postgres, migrations });
}

const uploadIds = [1, 2, 3, 4, 5].map((number) => `00000000-0000-4000-8000-00000000000${number}`);
/**
 * State of each upload when the backup is made. Only the first and the third upload have a file.
 */
const uploadStates = ['checked', 'checked', 'done', 'importing', 'cancelling'];

it('has the files of importable uploads, and fails an upload without its file', async () => {
  const uploads = join(installation.env.DATA_DIR, 'uploads');
  const { path, manifest } = await installation.using(async (database) => {
    await fill(database);
    await database.execute(`insert into import_run (import_id, kind, source, state, writing, started_at, seen_at)
      values ('${uploadIds[3]}', 'usage', 'file of it', 'running', true, now(), now())`);
    for (const [index, id] of uploadIds.entries())
      await database.execute(`insert into import_upload (upload_id, file_name, bytes, made_by, made_at, state, import_id, changed_at)
        select '${id}', 'file ${index}', 4, user_id, now(), '${uploadStates[index]}', ${index === 3 ? `'${id}'` : 'null'}, now() from app_user`);
    await mkdir(uploads, { recursive: true });
    for (const index of [0, 2]) await writeFile(join(uploads, uploadIds[index] ?? ''), 'Name\n');
    await writeFile(join(uploads, `${uploadIds[0]}.rejects.csv`), 'line\n');
    await writeFile(join(uploads, `${uploadIds[0]}.x.partial`), 'half');
    return backUp(database);
  });
  expect(
    manifest.files.map((file) => file.path).filter((file) => file.startsWith('uploads/')),
  ).toEqual([`uploads/${uploadIds[0]}`, `uploads/${uploadIds[0]}.rejects.csv`]);
  expect(manifest.uploads).toEqual({ missing: [uploadIds[1], uploadIds[3], uploadIds[4]] });
  await installation.destroy();
  await rm(uploads, { recursive: true, force: true });

  await restore(path);
  expect((await readdir(uploads)).sort()).toEqual([uploadIds[0], `${uploadIds[0]}.rejects.csv`]);
  expect(await readFile(join(uploads, uploadIds[0] ?? ''), 'utf8')).toBe('Name\n');
  await installation.using(async (database) => {
    const rows = await database.background
      .selectFrom('import_upload')
      .select(['state', 'error'])
      .orderBy('upload_id')
      .execute();
    expect(rows.map(({ state }) => state)).toEqual([
      'checked',
      'failed',
      'done',
      'importing',
      'cancelling',
    ]);
    expect(rows[1]?.error).toBe(
      'The backup that this database was restored from does not hold this file. Send it again.',
    );
  });
});

it.skipIf(server === undefined)(
  'a restore that is killed once its data is there is completed by the next start (PostgreSQL)',
  async () => {
    const { path } = await installation.using(async (database) => {
      await fill(database);
      return backUp(database);
    });
    await installation.destroy();
    const killed = restoreBackup(path, {
      env: installation.env,
      clock: () => {
        throw new Error('killed');
      },
      mayReplace: false,
    });
    await expect(killed).rejects.toThrow('killed');
    await installation.using(async (database) => {
      const actions = async () =>
        (
          await database.background
            .selectFrom('audit_log')
            .select('action')
            .where('action', 'like', 'database.%')
            .execute()
        ).map(({ action }) => action);
      const sessions = async () =>
        (await database.background.selectFrom('user_session').selectAll().execute()).length;
      expect([await actions(), await sessions()]).toEqual([['database.backup'], 1]);
      await completeRestore(database, { env: installation.env, clock: () => madeAt });
      await completeRestore(database, { env: installation.env, clock: () => madeAt });
      expect([await actions(), await sessions()]).toEqual([
        ['database.backup', 'database.restore'],
        0,
      ]);
      expect(Object.keys(await computeTableHashes(database))).not.toContain('unfinished_restore');
    });
  },
);

it('keeps the newest backups, and removes the others and incomplete ones', async () => {
  const days = ['10-30', '11-01', '11-02', '11-03'].map((day) => `chairside-2026-${day}T000000Z`);
  for (const name of [...days, 'chairside-2026-11-04T000000Z.unfinished', 'of another program'])
    await mkdir(join(into(), name), { recursive: true });
  expect(await removeOlderBackups(into(), 2)).toHaveLength(3);
  expect((await readdir(into())).sort()).toEqual([...days.slice(2), 'of another program']);
});

describe.skipIf(server !== undefined)('on the embedded database', () => {
  it('a backup through the server is complete while the server writes, and an interrupted restore can be repeated', async () => {
    const { path, told } = await installation.using(async (database) => {
      await database.execute(
        'create table written (id integer primary key, twin integer not null)',
      );
      await database.share();
      let isOver = false;
      let told = 0;
      const writing = (async () => {
        while (!isOver) {
          await database.execute(
            `begin; insert into written values (${told + 1}, 0); update written set twin = id where id = ${told + 1}; commit`,
          );
          told += 1;
        }
      })();
      await expect.poll(() => told).toBeGreaterThan(20);
      const borrowed = await openSharedDatabase(installation.env.DATA_DIR);
      if (borrowed === undefined) throw new Error('the server does not share its database');
      const toldBefore = told;
      const made = await backUp(borrowed);
      await expect.poll(() => told).toBeGreaterThan(toldBefore + 20);
      isOver = true;
      await writing;
      return { path: made.path, told: toldBefore };
    });
    // Creates the state after a restore that was killed right after it moved the old database.
    const dataDir = installation.env.DATA_DIR;
    await rename(join(dataDir, 'database'), join(dataDir, 'database.replaced'));
    await expect(installation.using(names)).rejects.toThrow(
      /A restore into .* was interrupted\. Run it again/,
    );
    await restore(path);
    expect(await readdir(dataDir)).not.toContain('database.replaced');
    await installation.using(async (database) => {
      const { rows } = await database.execute(
        'select count(*)::int as rows, max(id) as last, count(*) filter (where twin <> id)::int as torn from written',
      );
      expect(rows[0]?.rows).toBe(rows[0]?.last);
      expect(rows[0]?.torn).toBe(0);
      expect(Number(rows[0]?.last)).toBeGreaterThanOrEqual(told);
    });
  });
});
