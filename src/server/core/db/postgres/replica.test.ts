import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeepTestRun } from '#test/depth.ts';
import {
  findBinaries,
  type PostgresCluster,
  startPostgresCluster,
} from '#test/postgres-cluster.ts';
import type { Database } from '../database.ts';
import { openPostgres } from './postgres.ts';

// Creating a second server takes seconds, so this runs only at full depth. replica-rules.test.ts
// tests the rules.
describe.skipIf(!isDeepTestRun || findBinaries() === undefined)('a database with a replica', () => {
  let primary: PostgresCluster;
  let replica: PostgresCluster;
  let database: Database;
  beforeAll(async () => {
    const running = await startPostgresCluster();
    if (running === undefined) throw new Error('PostgreSQL did not start');
    primary = running;
    replica = await primary.replicate();
    database = await openPostgres(primary.url, { replicaUrl: replica.url });
    await database.execute('create table thing (n integer)');
  }, 60_000);
  afterAll(async () => {
    await database?.close();
    await replica?.stop();
    await primary?.stop();
  });

  const patience = { timeout: 15_000, interval: 50 };
  const read = async () => {
    const { rows } = await sql<{ things: number; isReplica: boolean }>`
      select (select count(*)::integer from thing) as things, pg_is_in_recovery() as "isReplica"`.execute(
      database.reading(),
    );
    return rows[0];
  };
  const onReplica = async (statement: string) => {
    const own = await openPostgres(replica.url);
    await own.execute(statement).finally(() => own.close());
  };

  it('reads from it, reports its lag, and writes to the primary', async () => {
    await expect.poll(read, patience).toEqual({ things: 0, isReplica: true });
    await database.foreground.executeQuery(
      sql`insert into thing values (1)`.compile(database.foreground),
    );
    await expect.poll(read, patience).toEqual({ things: 1, isReplica: true });
    expect(database.replica()).toMatchObject({ isUsed: true, lagMs: expect.any(Number) });

    await onReplica('select pg_wal_replay_pause()');
    await database.execute('insert into thing values (2)');
    await expect.poll(() => database.replica()?.lagMs, patience).toBeGreaterThan(2_500);
    expect(await read()).toEqual({ things: 1, isReplica: true });
    await onReplica('select pg_wal_replay_resume()');
    await expect.poll(() => database.replica()?.lagMs, patience).toBeLessThan(2_000);
    expect(await read()).toEqual({ things: 2, isReplica: true });
    await expect(
      database
        .reading()
        .transaction()
        .execute(async () => undefined),
    ).rejects.toThrow('single statements');
  }, 60_000);

  it('reads from the primary while it is unavailable, from the first statement on, and then from it again', async () => {
    await expect.poll(read, patience).toMatchObject({ isReplica: true });
    await replica.crash();
    expect(await read()).toEqual({ things: 2, isReplica: false });
    expect(database.replica()).toEqual({ lagMs: null, isUsed: false });
    await replica.restart();
    await expect.poll(read, patience).toEqual({ things: 2, isReplica: true });
  }, 60_000);

  it('an invalid statement fails as on the primary, and a server that is not its replica is not read from', async () => {
    await expect(sql`select nothing from thing`.execute(database.reading())).rejects.toThrow(
      'column "nothing" does not exist',
    );
    const alone = await openPostgres(primary.url, { replicaUrl: primary.url });
    expect(alone.replica()).toEqual({ lagMs: null, isUsed: false });
    await alone.close();
  });
});
