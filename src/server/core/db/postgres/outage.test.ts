import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { createDatabaseBehindProxy, type DatabaseBehindProxy } from '#test/behind-proxy.ts';
import type { ProxyMode } from '#test/tcp-proxy.ts';
import {
  DatabaseUnavailable,
  formatCopyLine,
  type Queries,
  QueryDeadlineExceeded,
} from '../database.ts';
import type { PostgresOptions } from './postgres.ts';

const short: PostgresOptions = {
  requestDeadlineMs: 1_000,
  jobDeadlineMs: 20_000,
  connectionWaitMs: 2_000,
  graceMs: 300,
  lookMs: 100,
};
/**
 * Milliseconds: the limits for a connection, a statement and its grace period, plus a margin for a
 * busy machine.
 */
const soon = 2_000 + 1_000 + 300 + 1_500;

let world: DatabaseBehindProxy | undefined;
const open = async (options = short) => {
  const opened = await createDatabaseBehindProxy(options);
  world = opened;
  return opened;
};
afterEach(() => world?.close());

async function timed(work: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const from = performance.now();
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, ms: performance.now() - from };
}

async function expectLostSoon(work: Promise<unknown>): Promise<void> {
  const { error, ms } = await timed(work);
  expect(error).toBeInstanceOf(DatabaseUnavailable);
  expect(ms).toBeLessThan(soon);
}

const one = (queries: Queries) => sql`select 1`.execute(queries);
const owner = (id: number) => ({ owner_id: id, name: 'n', email: 'e' });

/** Returns the milliseconds until many simultaneous queries all succeed. */
async function backAfter(queries: Queries): Promise<number> {
  const from = performance.now();
  await expect
    .poll(
      () =>
        Promise.all(Array.from({ length: 8 }, () => one(queries))).then(
          () => true,
          () => false,
        ),
      { timeout: 15_000, interval: 100 },
    )
    .toBe(true);
  return performance.now() - from;
}

describe.skipIf(!process.env.TEST_DATABASE_URL)(
  'a PostgreSQL server behind a network that fails (needs TEST_DATABASE_URL)',
  () => {
    describe.each<ProxyMode>(['freeze', 'reset', 'refuse'])('%s', (mode) => {
      test('in the middle of queries, and after it: all fail soon, and succeed soon after its return', async () => {
        const { database, proxy } = await open();
        await Promise.all(Array.from({ length: 8 }, () => one(database.foreground)));
        const running = [
          ...Array.from({ length: 8 }, () =>
            sql`select pg_sleep(0.8)`.execute(database.foreground),
          ),
          ...Array.from({ length: 4 }, () => sql`select pg_sleep(10)`.execute(database.background)),
        ].map(expectLostSoon);
        await pause(200);
        await proxy.set(mode);
        await Promise.all(running);
        await Promise.all(
          [database.foreground, database.background].map((queries) => expectLostSoon(one(queries))),
        );
        await proxy.set('forward');
        await Promise.all([database.foreground, database.background].map(backAfter));
      });

      test('in the middle of a transaction: it is rolled back, and its locks end soon after', async () => {
        const { database, direct, proxy } = await open();
        await direct.foreground.insertInto('crm_owner').values(owner(1)).execute();
        await expectLostSoon(
          database.foreground.transaction().execute(async (transaction) => {
            await transaction.updateTable('crm_owner').set({ name: 'changed' }).execute();
            await proxy.set(mode);
            await transaction.insertInto('crm_owner').values(owner(2)).execute();
          }),
        );
        await direct.foreground.updateTable('crm_owner').set({ email: 'free again' }).execute();
        expect(
          await direct.foreground.selectFrom('crm_owner').select(['name', 'email']).execute(),
        ).toEqual([{ name: 'n', email: 'free again' }]);
      });

      test('in the middle of a COPY, and at its end', async () => {
        const { database, direct, proxy } = await open();
        const columns = ['owner_id', 'name', 'email', 'archived'];
        const line = formatCopyLine([1, 'n'.repeat(300), 'e', false]);
        async function* endless() {
          yield line.repeat(10_000);
          await proxy.set(mode);
          for (;;) yield line.repeat(10_000);
        }
        await expectLostSoon(database.copyIn('crm_owner', columns, endless()));
        await proxy.set('forward');
        async function* ending() {
          yield line;
          await proxy.set(mode);
        }
        await expectLostSoon(database.copyIn('crm_owner', columns, ending()));
        expect(
          await direct.foreground.selectFrom('crm_owner').select('owner_id').execute(),
        ).toEqual([]);
      });
    });

    test('a slow statement is stopped by the server, and its connection stays usable', async () => {
      const { database } = await open();
      const serving = async () =>
        (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.foreground))
          .rows[0]?.pid;
      const before = await serving();
      await expect(sql`select pg_sleep(30)`.execute(database.foreground)).rejects.toThrow(
        QueryDeadlineExceeded,
      );
      // Waits until the transaction is rolled back.
      await pause(100);
      expect(await serving()).toBe(before);
    });

    test('a job may run long: a long statement, one that waits for a lock, a COPY with a slow source', async () => {
      const { database, direct } = await open();
      await direct.foreground.insertInto('crm_owner').values(owner(1)).execute();
      async function* slow() {
        for (let id = 2; id < 4; id += 1) {
          yield formatCopyLine([id, 'n', 'e', false]);
          await pause(1_000);
        }
      }
      const holding = direct.background.transaction().execute(async (transaction) => {
        await transaction.updateTable('crm_owner').set({ name: 'held' }).execute();
        await pause(1_500);
      });
      await pause(100);
      const waiting = database.background
        .updateTable('crm_owner')
        .set({ name: 'mine' })
        .where('owner_id', '=', 1)
        .execute();
      await Promise.all([
        sql`select pg_sleep(2)`.execute(database.background),
        database.copyIn('crm_owner', ['owner_id', 'name', 'email', 'archived'], slow()),
        waiting,
        holding,
      ]);
      const rows = await direct.foreground
        .selectFrom('crm_owner')
        .select(['owner_id', 'name'])
        .orderBy('owner_id')
        .execute();
      expect(rows).toEqual([
        { owner_id: 1, name: 'mine' },
        { owner_id: 2, name: 'n' },
        { owner_id: 3, name: 'n' },
      ]);
    });

    test('connections that a firewall dropped while they were idle are replaced after the first that is found dead', async () => {
      const { database, proxy } = await open();
      await Promise.all(
        Array.from({ length: 8 }, () => sql`select pg_sleep(0.1)`.execute(database.foreground)),
      );
      await proxy.set('freeze');
      await proxy.set('forward');
      await expectLostSoon(one(database.foreground));
      await Promise.all(Array.from({ length: 8 }, () => one(database.foreground)));
    });

    test('a wait for a connection while all are busy fails with a message to retry', async () => {
      const { database } = await open({ ...short, connectionWaitMs: 500 });
      const busy = Array.from({ length: 8 }, () =>
        sql`select pg_sleep(0.9)`.execute(database.foreground),
      );
      const waiting = Array.from({ length: 600 }, () => timed(one(database.foreground)));
      const beat = setInterval(() => void one(database.background), 100);
      const told = await Promise.all(waiting);
      clearInterval(beat);
      for (const { error, ms } of told) {
        expect(error).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
        expect(ms).toBeLessThan(soon);
      }
      expect(
        told.filter(({ ms }) => ms < 400).length,
        'queries beyond the limit of waiting ones fail at once',
      ).toBeGreaterThanOrEqual(100);
      await Promise.all(busy);
      await one(database.foreground);
    });

    test('closing does not wait for a frozen connection', async () => {
      const { database, proxy, close } = await open({
        ...short,
        requestDeadlineMs: 60_000,
        jobDeadlineMs: 60_000,
        lookMs: 60_000,
      });
      await Promise.all([one(database.foreground), one(database.background), database.check()]);
      const lost = [database.foreground, database.background].map((queries) =>
        timed(sql`select pg_sleep(60)`.execute(queries)),
      );
      await pause(100);
      await proxy.set('freeze');
      world = undefined;
      const { error, ms } = await timed(close());
      expect(error).toBeUndefined();
      expect(ms).toBeLessThan(7_000);
      for (const each of await Promise.all(lost))
        expect(each.error).toBeInstanceOf(DatabaseUnavailable);
      await expect(one(database.foreground)).rejects.toThrow(DatabaseUnavailable);
    });
  },
);
