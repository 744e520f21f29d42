import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/core/db/database.ts';
import { borrowDatabase } from '#server/core/db/embedded/borrowed.ts';
import { migrate } from '#server/core/db/migrate.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { layMigratedFolder } from '#test/database.ts';
import { insertWorld, institution } from '#test/health-world.ts';
import { tableHashes } from '#test/table-hashes.ts';
import { type TemporaryFolder, temporaryFolder } from '#test/temporary-folder.ts';
import { makeBackup, removeOlder } from './make.ts';
import { readManifest, writeManifest } from './manifest.ts';
import { restoreBackup } from './restore.ts';

const server = process.env.TEST_DATABASE_URL || undefined;
const madeAt = new Date('2026-11-18T18:00:00Z');
const weeks = ['2026-11-01', '2026-11-08'];

let folder: TemporaryFolder;
let installation: Installation;
beforeEach(async () => {
  folder = temporaryFolder();
  installation = await (server === undefined ? inFolder(join(folder.path, 'data')) : onServer(server));
});
afterEach(async () => {
  await installation.remove();
  folder.remove();
});

/** A database of its own, migrated, that can be destroyed as a whole. */
interface Installation {
  env: { DATA_DIR: string; DATABASE_URL: string | undefined };
  destroy(): Promise<void>;
  remove(): Promise<void>;
}

async function inFolder(dataDir: string): Promise<Installation> {
  await layMigratedFolder(dataDir);
  const destroy = () => rm(dataDir, { recursive: true, force: true });
  return { env: { DATA_DIR: dataDir, DATABASE_URL: undefined }, destroy, remove: destroy };
}

async function onServer(url: string): Promise<Installation> {
  const name = `chairside_test_${randomUUID().replaceAll('-', '')}`;
  const databaseUrl = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const admin = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const make = `create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`;
  const drop = `drop database if exists ${name} with (force)`;
  await admin(make);
  const made = await openDatabase({ databaseUrl, dataDir: '' });
  await migrate(made);
  await made.close();
  return { env: { DATA_DIR: '', DATABASE_URL: databaseUrl }, destroy: () => admin(drop, make), remove: () => admin(drop) };
}

async function using<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ databaseUrl: installation.env.DATABASE_URL, dataDir: installation.env.DATA_DIR });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const into = () => join(folder.path, 'backups');
const backUp = (database: Database, at = madeAt) => makeBackup({ database, env: installation.env, clock: () => at }, into());
const restore = (backup: string, mayReplace = false) =>
  restoreBackup(backup, { env: installation.env, clock: () => new Date('2026-11-19T18:00:00Z'), mayReplace });

/** Practices with usage, and somebody who is signed in. */
async function fill(database: Database): Promise<void> {
  await insertWorld(database.background, { institutions: [1, 2, 3].map((id) => institution(id, weeks, { forms: 10 + id })) });
  await database.execute(`with one as (insert into app_user (issuer, subject, email, name, role, created_at)
      values ('https://identity.test', 's', 'ana@example.com', 'Ana Ünïcode', 'member', now()) returning user_id)
    insert into user_session (session_hash, user_id, created_at, last_seen_at) select 'h', user_id, now(), now() from one`);
}

/** Everybody signs in again after a restore, and the audit log gains an entry that says so. */
const changedByRestoring = ['user_session', 'audit_log'];
const names = (database: Database) =>
  database.background
    .selectFrom('institution')
    .select('name')
    .orderBy('institution_id')
    .execute()
    .then((rows) => rows.map(({ name }) => name));

it('brings everything back after the database was destroyed, signs everybody out and says so in the audit log', async () => {
  const { path, before } = await using(async (database) => {
    await fill(database);
    const made = await backUp(database);
    return { path: made.path, before: await tableHashes(database, changedByRestoring) };
  });
  expect(path).toBe(join(into(), 'chairside-2026-11-18T180000Z'));
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  await installation.destroy();

  await restore(path);
  await using(async (database) => {
    expect(await tableHashes(database, changedByRestoring)).toEqual(before);
    expect(await database.background.selectFrom('user_session').selectAll().execute()).toEqual([]);
    const audits = await database.background.selectFrom('audit_log').select(['action', 'object_id', 'actor']).orderBy('position').execute();
    const by = { object_id: path, actor: 'command line' };
    expect(audits).toEqual([
      { action: 'database.backup', ...by },
      { action: 'database.restore', ...by },
    ]);
    // The numbers that the database gives go on behind those that are there.
    await insertWorld(database.background, { institutions: [institution(4, weeks, { forms: 1 })] });
  });
});

it('refuses a database that is not empty, and replaces it when it is told to', async () => {
  const { path } = await using(async (database) => {
    await fill(database);
    const made = await backUp(database);
    await database.execute(`update institution set name = 'Changed since'`);
    await database.execute('create table left_over (id integer)');
    return made;
  });
  await expect(restore(path)).rejects.toThrow(/--replace/);
  expect(await using(names)).toEqual(['Changed since', 'Changed since', 'Changed since']);

  await restore(path, true);
  await using(async (database) => {
    expect(await names(database)).toEqual(['Practice 1', 'Practice 2', 'Practice 3']);
    expect(Object.keys(await tableHashes(database))).not.toContain('left_over');
  });
});

describe('a backup that is not as it was made', () => {
  /** What the restore says; what stood in the database stays. */
  async function refusal(spoil: (backup: string) => Promise<void>): Promise<string> {
    const { path } = await using(async (database) => {
      const made = await backUp(database);
      await fill(database);
      return made;
    });
    await spoil(path);
    const error = await restore(path, true).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(await using(names)).toEqual(['Practice 1', 'Practice 2', 'Practice 3']);
    return error instanceof Error ? error.message : 'it was restored';
  }

  const largest = async (backup: string) =>
    (await readManifest(backup)).files.toSorted((one, other) => other.bytes - one.bytes)[0]?.path ?? '';

  it('is refused when one bit of it is another', async () => {
    const said = await refusal(async (backup) => {
      const file = join(backup, await largest(backup));
      const bytes = await readFile(file);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      await writeFile(file, bytes);
    });
    expect(said).toMatch(/^The backup is damaged: .* is not what was backed up/);
  });

  it('is refused when a file is missing', async () => {
    const said = await refusal(async (backup) => rm(join(backup, await largest(backup))));
    expect(said).toMatch(/^The backup is damaged/);
  });

  it('is refused when a newer version made it', async () => {
    const said = await refusal(async (backup) => {
      const manifest = await readManifest(backup);
      await writeFile(
        join(backup, 'manifest.json'),
        JSON.stringify({ ...manifest, migrations: { ...manifest.migrations, '999_next.sql': '0' } }),
      );
    });
    expect(said).toBe('The backup is newer than this version of Chairside: it has the migration 999_next.sql. Start the newer version.');
  });

  it('is refused when its list of files leads out of it', async () => {
    const said = await refusal(async (backup) => {
      const manifest = await readManifest(backup);
      const files = [{ path: '../../etc/passwd', bytes: 1, sha256: '' }];
      await writeFile(join(backup, 'manifest.json'), JSON.stringify({ ...manifest, files }));
    });
    expect(said).toMatch(/cannot be read/);
  });

  it('is refused when it is of the other engine, or no backup', async () => {
    const said = await refusal(async (backup) => {
      const manifest = await readManifest(backup);
      const engine = manifest.engine === 'embedded' ? 'postgres' : 'embedded';
      await writeFile(join(backup, 'manifest.json'), JSON.stringify({ ...manifest, engine }));
    });
    expect(said).toContain('DATABASE_URL');
    await expect(restore(folder.path)).rejects.toThrow(/There is no backup in/);
  });

  it.runIf(server !== undefined)('changes nothing when it ends in the middle, though its fingerprint is right', async () => {
    const said = await refusal(async (backup) => {
      const { engine, madeAt: at, postgres, migrations } = await readManifest(backup);
      const file = join(backup, 'database.dump');
      await truncate(file, (await stat(file)).size - 2_000);
      await rm(join(backup, 'manifest.json'));
      await writeManifest(backup, { engine, madeAt: at, postgres, migrations });
    });
    expect(said).toMatch(/pg_restore failed/);
  });
});

it('keeps the newest backups and removes the others, and what was broken off', async () => {
  await using(async (database) => {
    for (const day of [1, 2, 3]) await backUp(database, new Date(Date.UTC(2026, 10, day)));
  });
  await mkdir(join(into(), 'chairside-2026-10-30T000000Z.unfinished'));
  await mkdir(join(into(), 'of somebody else'));
  expect(await removeOlder(into(), 2)).toHaveLength(2);
  expect((await readdir(into())).sort()).toEqual(['chairside-2026-11-02T000000Z', 'chairside-2026-11-03T000000Z', 'of somebody else']);
});

it('says why a backup cannot be written, and leaves nothing behind', async () => {
  const file = join(folder.path, 'file');
  await writeFile(file, '');
  await using(async (database) => {
    const attempt = makeBackup({ database, env: installation.env, clock: () => madeAt }, file);
    await expect(attempt).rejects.toThrow(/^The backup cannot be written: /);
  });
});

it('refuses to restore while a process uses the database', async () => {
  await using(async (database) => {
    const { path } = await backUp(database);
    await expect(restore(path, true)).rejects.toThrow(/in use|Stop it first/);
  });
});

describe.skipIf(server !== undefined)('on the embedded database', () => {
  it('a backup through the server that has the folder is whole, while the server writes', async () => {
    const { path, told } = await using(async (database) => {
      await database.execute('create table written (id integer primary key, twin integer not null)');
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
      const borrowed = await borrowDatabase(installation.env.DATA_DIR);
      if (borrowed === undefined) throw new Error('the server does not share its database');
      const toldBefore = told;
      const made = await backUp(borrowed);
      await expect.poll(() => told).toBeGreaterThan(toldBefore + 20);
      isOver = true;
      await writing;
      return { path: made.path, told: toldBefore };
    });
    await restore(path, true);
    await using(async (database) => {
      const { rows } = await database.execute(
        'select count(*)::int as rows, max(id) as last, count(*) filter (where twin <> id)::int as torn from written',
      );
      expect(rows[0]?.rows).toBe(rows[0]?.last);
      expect(rows[0]?.torn).toBe(0);
      expect(Number(rows[0]?.last)).toBeGreaterThanOrEqual(told);
    });
  });

  it('a restore that was killed between putting the old database away and the new one in its place is repeated', async () => {
    const { path } = await using(async (database) => {
      await fill(database);
      return backUp(database);
    });
    const dataDir = installation.env.DATA_DIR;
    await rename(join(dataDir, 'database'), join(dataDir, 'database.replaced'));
    await expect(using(names)).rejects.toThrow(/A restore into .* was broken off\. Repeat it/);
    await restore(path);
    expect(await using(names)).toEqual(['Practice 1', 'Practice 2', 'Practice 3']);
    expect(await readdir(dataDir)).not.toContain('database.replaced');
  });
});
