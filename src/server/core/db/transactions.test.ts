import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { QueryDeadlineExceeded } from './database.ts';

let test1: TestDatabase;
beforeAll(async () => {
  test1 = await createTestDatabase({ requestDeadlineMs: 1_000 });
});
afterAll(() => test1.close());
afterEach(() => sql`truncate crm_owner`.execute(test1.database.background));

const owner = (id: number) => ({ owner_id: id, name: 'n', email: 'e' });
const count = async () =>
  (await test1.database.foreground.selectFrom('crm_owner').select('owner_id').execute()).length;

test('queries of another caller neither see an open transaction nor run inside it', async () => {
  const { foreground } = test1.database;
  let seen: Promise<unknown[]> | undefined;
  let written: Promise<unknown> | undefined;
  await foreground
    .transaction()
    .execute(async (transaction) => {
      await transaction.insertInto('crm_owner').values(owner(1)).execute();
      seen = foreground
        .selectFrom('crm_owner')
        .select('owner_id')
        .where('owner_id', '=', 1)
        .execute();
      written = foreground.insertInto('crm_owner').values(owner(2)).execute();
      await pause(50);
      throw new Error('changed my mind');
    })
    .catch(() => undefined);
  expect(await seen).toEqual([]);
  await written;
  expect(await foreground.selectFrom('crm_owner').select('owner_id').execute()).toEqual([
    { owner_id: 2 },
  ]);
});

test('a failed statement fails its transaction alone, and savepoints work', async () => {
  const { foreground } = test1.database;
  const failed = foreground.transaction().execute(async (transaction) => {
    await transaction.insertInto('crm_owner').values(owner(1)).execute();
    await sql`select 1 / 0`.execute(transaction);
  });
  await expect(failed).rejects.toMatchObject({ code: '22012' });
  expect(await count()).toBe(0);
  const transaction = await foreground.startTransaction().execute();
  await transaction.insertInto('crm_owner').values(owner(3)).execute();
  const savepoint = await transaction.savepoint('here').execute();
  await expect(sql`select 1 / 0`.execute(savepoint)).rejects.toThrow('division by zero');
  await savepoint.rollbackToSavepoint('here').execute();
  await transaction.commit().execute();
  expect(await count()).toBe(1);
});

test('a hundred transactions at once keep their sums', async () => {
  const { foreground } = test1.database;
  await foreground
    .insertInto('crm_owner')
    .values({ ...owner(1), name: '0' })
    .execute();
  const add = () =>
    foreground.transaction().execute(async (transaction) => {
      const { name } = await transaction
        .selectFrom('crm_owner')
        .select('name')
        .where('owner_id', '=', 1)
        .forUpdate()
        .executeTakeFirstOrThrow();
      await transaction
        .updateTable('crm_owner')
        .set({ name: String(Number(name) + 1) })
        .execute();
    });
  await Promise.all(Array.from({ length: 100 }, add));
  expect(await foreground.selectFrom('crm_owner').select('name').executeTakeFirst()).toEqual({
    name: '100',
  });
});

test('a script that fails between its begin and its commit leaves the connection clean', async () => {
  const { database } = test1;
  await expect(
    database.execute('begin; insert into crm_owner values (1, $$a$$, $$b$$); select 1 / 0; commit'),
  ).rejects.toThrow('division by zero');
  await expect(database.execute('begin; select 1 / 0', [])).rejects.toThrow('division by zero');
  await database.execute('begin; insert into crm_owner values (2, $$a$$, $$b$$)');
  expect(await count(), 'a begin without its commit').toBe(0);
  expect(
    await database.execute(
      'insert into crm_owner values (3, $$a$$, $$b$$); select 1 as a; select 2 as a',
    ),
  ).toEqual({
    rows: [{ a: 1 }, { a: 2 }],
  });
  expect(await database.execute('select owner_id from crm_owner where owner_id = $1', [3])).toEqual(
    { rows: [{ owner_id: 3 }] },
  );
});

describe('deadlines', () => {
  test('a statement past its deadline is stopped, and its transaction is rolled back', async () => {
    const { foreground } = test1.database;
    await expect(sql`select pg_sleep(30)`.execute(foreground)).rejects.toThrow(
      QueryDeadlineExceeded,
    );
    expect((await sql<{ one: number }>`select 1 as one`.execute(foreground)).rows).toEqual([
      { one: 1 },
    ]);
  });

  test('a transaction that pauses past it is rolled back and its next statement fails', async () => {
    const { foreground } = test1.database;
    const paused = foreground.transaction().execute(async (transaction) => {
      await transaction.insertInto('crm_owner').values(owner(9)).execute();
      await pause(1_500);
      await transaction.insertInto('crm_owner').values(owner(10)).execute();
    });
    await expect(paused).rejects.toThrow();
    expect(await count()).toBe(0);
  });
});
