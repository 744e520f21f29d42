import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chownSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { maxNoteLength } from '#shared/work/notes.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { buildDatabaseTemplate, createTestDatabase } from '#test/database.ts';
import { insertInstitution } from '#test/factories.ts';
import { allowsMounts, mountSmallDisk, type SmallDisk } from '#test/machine.ts';
import type { Database } from './db/database.ts';
import { openEmbeddedFolder } from './db/embedded/folder.ts';

const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

describe.skipIf(!allowsMounts)('a full disk (not run where mounts are not allowed)', () => {
  let disk: SmallDisk;
  let test: TestApp;
  let cleanUp: () => Promise<void>;
  afterAll(async () => {
    await test?.close();
    await cleanUp?.();
    disk?.remove();
  });

  const acknowledged: string[] = [];
  /** Posts a note whose text cannot be compressed. */
  async function post(): Promise<{ status: number; body: string }> {
    const noteId = randomUUID();
    const body = randomBytes(maxNoteLength).toString('base64').slice(0, maxNoteLength);
    const answer = await test.inject({
      method: 'POST',
      url: '/api/institution/1/notes',
      payload: { noteId, body },
    });
    if (answer.statusCode === 200) acknowledged.push(noteId);
    return { status: answer.statusCode, body: answer.body };
  }

  async function postUntilFull() {
    for (let count = 0; count < 1_000; count += 1) {
      const answer = await post();
      if (answer.status !== 200) return answer;
    }
    throw new Error('the disk never filled');
  }

  const read = async () => (await test.inject({ url: '/api/institution/1/timeline' })).statusCode;
  const full = {
    status: 507,
    body: 'The database’s disk is full. Try again after an administrator frees space.',
  };

  async function expectNothingLost(database: Database): Promise<void> {
    const { rows } = await sql<{
      found: number;
    }>`select count(*) as found from note where note_id = any(${acknowledged}::uuid[])`.execute(
      database.background,
    );
    expect(rows).toEqual([{ found: acknowledged.length }]);
  }

  it.skipIf(onPostgres)(
    'is reported, loses nothing, and needs no restart once there is space (embedded)',
    async () => {
      disk = mountSmallDisk(120);
      const folder = join(disk.path, 'data');
      mkdirSync(join(folder, 'database'), { recursive: true });
      execFileSync('tar', ['-x', '-C', join(folder, 'database')], {
        input: await buildDatabaseTemplate(),
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      const database = await openEmbeddedFolder(folder);
      test = await buildTestApp({ database: { database, close: () => database.close() } });
      cleanUp = async () => undefined;
      await insertInstitution(database, { institution_id: 1 });
      const opened = async () =>
        (
          await sql<{ at: Date }>`select pg_postmaster_start_time() as at`.execute(
            database.foreground,
          )
        ).rows[0]?.at;
      const before = await opened();

      // The table cannot grow. The statement fails, and the database continues to run.
      disk.fill(2);
      expect(await postUntilFull()).toEqual(full);
      expect(await read()).toBe(200);
      expect(await opened()).toEqual(before);

      // The journal cannot grow. The database stops and cannot be opened again until there is disk
      // space.
      const journal = () =>
        sql`select pg_logical_emit_message(true, 'filler', repeat('x', 1000000))`.execute(
          database.foreground,
        );
      await expect(
        (async () => {
          for (let count = 0; count < 40; count += 1) await journal();
        })(),
      ).rejects.toThrow('has no disk space left');
      expect(await post()).toEqual(full);
      expect(await read()).toBe(507);

      disk.clear();
      await expect.poll(async () => (await post()).status, { timeout: 10_000 }).toBe(200);
      const after = await opened();
      for (let count = 0; count < 5; count += 1) expect((await post()).status).toBe(200);
      expect(await opened()).toEqual(after);
      await expectNothingLost(database);
    },
  );

  it.runIf(onPostgres)(
    'is reported, loses nothing, and needs no restart once there is space (PostgreSQL on this machine)',
    async (context) => {
      const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
      await admin.connect();
      const { rows } = await admin.query<{ folder: string }>(
        `select current_setting('data_directory') as folder`,
      );
      const owner = statSync(rows[0]?.folder ?? '', { throwIfNoEntry: false });
      if (owner === undefined) {
        await admin.end();
        return context.skip();
      }
      disk = mountSmallDisk(8);
      const place = join(disk.path, 'tables');
      mkdirSync(place);
      chownSync(place, owner.uid, owner.gid);
      const name = `chairside_small_${randomUUID().replaceAll('-', '')}`;
      await admin.query(`create tablespace ${name} location '${place}'`);
      const { database, close } = await createTestDatabase();
      test = await buildTestApp({ database: { database, close } });
      cleanUp = async () => {
        await admin.query(`drop tablespace ${name}`);
        await admin.end();
      };
      await insertInstitution(database, { institution_id: 1 });
      await database.execute(`alter table note set tablespace ${name}`);

      disk.fill(2);
      expect(await postUntilFull()).toEqual(full);
      expect(await read()).toBe(200);
      disk.clear();
      for (let count = 0; count < 5; count += 1) expect((await post()).status).toBe(200);
      await expectNothingLost(database);
    },
  );
});
