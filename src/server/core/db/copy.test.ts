import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { formatCopyLine } from './database.ts';

let test1: TestDatabase;
beforeAll(async () => {
  test1 = await createTestDatabase();
});
afterAll(() => test1.close());

const columns = ['owner_id', 'name', 'email', 'archived'];
const owners = () =>
  test1.database.foreground.selectFrom('crm_owner').selectAll().orderBy('owner_id').execute();

test('unusual values are copied unchanged', async () => {
  const names = [
    'tab\there',
    'line\nend',
    'back\\slash',
    '\\N',
    '\\.',
    'é 日本 🦷',
    '',
    'return\r',
  ];
  const lines = names.map((name, index) => formatCopyLine([index, name, 'e', false]));
  expect(await test1.database.copyIn('crm_owner', columns, lines)).toBe(names.length);
  expect((await owners()).map((owner) => owner.name)).toEqual(names);
  await sql`truncate crm_owner`.execute(test1.database.background);
});

const rowsPerPart = 2_000;
function* parts(howMany: number) {
  for (let part = 0; part < howMany; part += 1)
    yield Array.from({ length: rowsPerPart }, (_, row) =>
      formatCopyLine([part * rowsPerPart + row, 'n'.repeat(300), 'e', false]),
    ).join('');
}

test('several batches of 8 MB are one transaction', async () => {
  expect(await test1.database.copyIn('crm_owner', columns, parts(20))).toBe(20 * rowsPerPart);
  await sql`truncate crm_owner`.execute(test1.database.background);
  function* failing() {
    yield* parts(20);
    yield formatCopyLine([1_000_000, null, 'a name must be there', false]);
  }
  await expect(test1.database.copyIn('crm_owner', columns, failing())).rejects.toMatchObject({
    code: '23502',
  });
  expect(await owners()).toEqual([]);
});

test('the source is read no faster than it is loaded, so a bad row stops even an endless source', async () => {
  function* endless() {
    yield formatCopyLine([1, null, 'a name must be there', false]);
    for (;;) yield* parts(10);
  }
  await expect(test1.database.copyIn('crm_owner', columns, endless())).rejects.toMatchObject({
    code: '23502',
  });
  expect(await owners()).toEqual([]);
});

test('a source that fails, a NUL and a line of the wrong shape leave nothing behind', async () => {
  async function* broken() {
    yield formatCopyLine([1, 'a', 'b', false]);
    throw new Error('the upload broke off');
  }
  await expect(test1.database.copyIn('crm_owner', columns, broken())).rejects.toThrow(
    'the upload broke off',
  );
  await expect(
    test1.database.copyIn('crm_owner', columns, [formatCopyLine([1, 'a\0b', 'c', false])]),
  ).rejects.toMatchObject({ code: '22021' });
  await expect(test1.database.copyIn('crm_owner', columns, ['1\ta\n'])).rejects.toMatchObject({
    code: '22P04',
  });
  await expect(
    test1.database.copyIn('crm_owner', ['no such column'], ['1\n']),
  ).rejects.toMatchObject({ code: '42703' });
  expect(await owners()).toEqual([]);
});

test('an empty source copies no rows', async () => {
  expect(await test1.database.copyIn('crm_owner', columns, [])).toBe(0);
});

test('keys built last equal the previous keys, whether the load succeeds or fails', async () => {
  const keys = async () =>
    (
      await test1.database.execute(
        `select indexdef from pg_indexes where tablename = 'usage_week' order by 1`,
      )
    ).rows.map((row) => row.indexdef);
  const before = await keys();
  const usage = ['institution_id', 'location_id', 'product', 'week_start', 'value'];
  const lines = [1, 2, 3].map((location) =>
    formatCopyLine([1, location, 'forms', '2026-11-08', 2]),
  );
  expect(await test1.database.copyIn('usage_week', usage, lines, { keysLast: true })).toBe(3);
  expect(await keys()).toEqual(before);
  // The first line already exists, which only the key can detect.
  await expect(
    test1.database.copyIn('usage_week', usage, lines.slice(0, 1), { keysLast: true }),
  ).rejects.toMatchObject({ code: '23505' });
  expect(await keys()).toEqual(before);
  expect((await test1.database.execute('select count(*) as rows from usage_week')).rows).toEqual([
    { rows: 3 },
  ]);
});
