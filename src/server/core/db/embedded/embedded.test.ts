import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildDatabaseTemplate } from '#test/database.ts';
import { createTemporaryFolder } from '#test/temporary-folder.ts';
import { HttpError } from '../../errors.ts';
import { DatabaseUnavailable, QueryDeadlineExceeded } from '../database.ts';
import { EmbeddedConnectionPool } from './connection.ts';
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts';
import { EmbeddedDatabaseThread } from './engine.ts';
import { openEmbeddedFolder } from './folder.ts';
import { runMaintenanceStep } from './maintenance.ts';

describe.skipIf(process.env.TEST_DATABASE_URL)(
  'the embedded database (not run against PostgreSQL)',
  () => {
    const folder = createTemporaryFolder();
    let database: EmbeddedDatabase;
    beforeAll(async () => {
      database = await openEmbeddedFolder(folder.path, {
        requestDeadlineMs: 800,
        jobDeadlineMs: 20_000,
      });
      await database.execute('create table entry (id bigint primary key, note text)');
    });
    afterAll(async () => {
      await database.close();
      folder.remove();
    });

    const insert = (id: number) =>
      sql`insert into entry values (${id}, 'n')`.execute(database.foreground);
    const ids = async () =>
      (
        await sql<{ id: number }>`select id from entry order by id`.execute(database.background)
      ).rows.map((row) => row.id);
    const sleep = (seconds: number, by = database.foreground) =>
      sql`select pg_sleep(${seconds})`.execute(by);

    test('syncs committed data to disk', async () => {
      const { rows } = await sql<{ fsync: string; synchronous_commit: string }>`
      select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit`.execute(
        database.foreground,
      );
      expect(rows).toEqual([{ fsync: 'on', synchronous_commit: 'on' }]);
    });

    test('a query of two seconds leaves the main thread free', async () => {
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      await sleep(2, database.background);
      delay.disable();
      // A query that ran on the main thread would block this thread for two seconds. The benchmark
      // `query` measures the actual delay.
      expect(delay.max / 1e6).toBeLessThan(1000);
    });

    test('a query over its deadline is killed, waiting queries continue, and committed data stays', async () => {
      await insert(1);
      const killed = sleep(30);
      const waiting = [insert(2), insert(3)];
      await expect(killed).rejects.toThrow(QueryDeadlineExceeded);
      await Promise.all(waiting);
      expect(await ids()).toEqual([1, 2, 3]);
    });

    test('a killed query rolls back its transaction, whose later queries fail', async () => {
      const outcome = database.foreground.transaction().execute(async (transaction) => {
        await sql`insert into entry values (10, 'n')`.execute(transaction);
        await sql`select pg_sleep(30)`.execute(transaction).catch(() => undefined);
        await sql`insert into entry values (11, 'n')`.execute(transaction);
      });
      await expect(outcome).rejects.toThrow(
        /The transaction was rolled back: A query ran longer than 0.8 s/,
      );
      expect(await ids()).toEqual([1, 2, 3]);
    });

    test('requests go before waiting jobs, but not into a transaction', async () => {
      const order: string[] = [];
      const noted = (name: string) => (result: unknown) => {
        order.push(name);
        return result;
      };
      const job = database.background.transaction().execute(async (transaction) => {
        await sql`select pg_sleep(0.1)`.execute(transaction);
        await pause(50);
        await sql`select pg_sleep(0.1)`.execute(transaction).then(noted('transaction'));
      });
      await pause(20);
      const later = sql`select 1`.execute(database.background).then(noted('job'));
      const request = sql`select 1`.execute(database.foreground).then(noted('request'));
      await Promise.all([job, later, request]);
      expect(order).toEqual(['transaction', 'request', 'job']);
    });

    test('a job waits for several queries of a request, but not for an endless series', async () => {
      const order: string[] = [];
      const query = async (name: string, by = database.foreground) => {
        await sql`select 1`.execute(by);
        order.push(name);
      };
      const first = query('request');
      const job = query('job', database.background);
      await first;
      await query('request');
      await query('request');
      await job;
      expect(order).toEqual(['request', 'request', 'request', 'job']);

      order.length = 0;
      const passed = query('job', database.background);
      while (!order.includes('job') && order.length < 100) await query('request');
      await passed;
      expect(order.length).toBeLessThan(20);
    });

    test('queries beyond 500 waiting ones fail at once', async () => {
      const slow = sleep(0.3, database.background);
      await pause(20);
      const results = await Promise.allSettled(
        Array.from({ length: 510 }, () => sql`select 1`.execute(database.foreground)),
      );
      const refused = results
        .filter((result) => result.status === 'rejected')
        .map((result): unknown => result.reason);
      expect(refused).toHaveLength(10);
      for (const reason of refused) {
        expect(reason).toBeInstanceOf(HttpError);
        expect(reason).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
      }
      await slow;
    });

    test('a request that waits too long behind a job fails with a message', async () => {
      const impatient = await openEmbedded(
        { kind: 'memory', dump: await buildDatabaseTemplate() },
        { requestWaitMs: 200 },
      );
      const long = sleep(1, impatient.background);
      await pause(20);
      await expect(sql`select 1`.execute(impatient.foreground)).rejects.toMatchObject({
        status: 503,
        message: expect.stringContaining('busy with a long job'),
      });
      await long;
      await sql`select 1`.execute(impatient.foreground);
      await impatient.close();
    });

    test('a closed database refuses queries with a message', async () => {
      const closed = await openEmbedded({ kind: 'memory', dump: await buildDatabaseTemplate() });
      const lastOne = sql`select pg_sleep(0.2)`.execute(closed.foreground);
      await pause(20);
      await closed.close();
      await lastOne;
      await expect(sql`select 1`.execute(closed.foreground)).rejects.toThrow(DatabaseUnavailable);
    });
  },
);

describe.skipIf(process.env.TEST_DATABASE_URL)('the thread of the embedded database', () => {
  test('reopens at the next query after a failure', async () => {
    const engine = new EmbeddedDatabaseThread({
      kind: 'memory',
      dump: await buildDatabaseTemplate(),
    });
    await engine.open();
    const connection = new EmbeddedConnectionPool(engine);
    const lease = await connection.acquire({ class: 'foreground', deadlineMs: 10_000 });
    const lost = lease.statement('select pg_sleep(20)', []);
    await pause(100);
    await engine.kill();
    await expect(lost).rejects.toThrow('stopped');
    expect((await lease.statement('select 1 as one', [])).rows).toEqual([{ one: 1 }]);
    lease.release();
    await engine.close();
  });

  test('releases memory by reopening, and keeps written data', async () => {
    const { path: folder, remove } = createTemporaryFolder();
    const engine = new EmbeddedDatabaseThread({ kind: 'folder', folder: join(folder, 'database') });
    const lease = await new EmbeddedConnectionPool(engine).acquire({
      class: 'background',
      deadlineMs: 60_000,
    });
    await lease.script("create table entry as select 'kept' as note");
    expect(engine.hasGrown).toBe(false);
    await lease.statement("select length(repeat('n', 100000000))", []);
    expect(engine.hasGrown).toBe(true);
    await engine.reopen();
    expect((await lease.statement('select note from entry', [])).rows).toEqual([{ note: 'kept' }]);
    expect(engine.hasGrown).toBe(false);
    lease.release();
    await engine.close();
    remove();
  });

  test('keeps its journal short and its tables vacuumed', async () => {
    const engine = new EmbeddedDatabaseThread({
      kind: 'memory',
      dump: await buildDatabaseTemplate(),
    });
    const connection = new EmbeddedConnectionPool(engine);
    const lease = await connection.acquire({ class: 'background', deadlineMs: 60_000 });
    const limit = 2 * 1024 * 1024;
    const journal = async () =>
      Number(
        (
          await lease.statement(
            'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()',
            [],
          )
        ).rows[0]?.bytes,
      );
    await lease.script(
      "create table entry as select i, repeat('n', 300) as note from generate_series(1, 10000) i",
    );
    await lease.script('delete from entry where i % 2 = 0');
    expect(await journal()).toBeGreaterThan(limit);
    await runMaintenanceStep(lease, limit);
    expect(await journal()).toBeLessThan(limit);
    const stillDead = async () =>
      (
        await lease.statement(
          "select n_dead_tup from pg_stat_user_tables where relname = 'entry'",
          [],
        )
      ).rows[0]?.n_dead_tup;
    // The database updates its statistics with a delay of up to a second.
    for (let round = 0; round < 5 && (await stillDead()) !== 0; round += 1) {
      await pause(1_100);
      await runMaintenanceStep(lease);
    }
    expect(await stillDead()).toBe(0);
    lease.release();
    await engine.close();
  });
});
