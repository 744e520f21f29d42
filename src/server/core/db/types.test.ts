import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';

// Runs on the embedded database, or on PostgreSQL when TEST_DATABASE_URL is set.
let test1: TestDatabase;
beforeAll(async () => {
  test1 = await createTestDatabase();
});
afterAll(() => test1.close());

async function value(expression: RawBuilder<unknown>): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select ${expression} as value`.execute(
    test1.database.foreground,
  );
  return rows[0]?.value;
}

const answers: [string, unknown][] = [
  ['9007199254740991::bigint', 9007199254740991],
  ['(-9007199254740991)::bigint', -9007199254740991],
  ['count(*)', 1],
  ['12.50::numeric', 12.5],
  ["'NaN'::numeric", Number.NaN],
  ['1e-7::numeric', 1e-7],
  ['2147483647::integer', 2147483647],
  ['1::smallint', 1],
  ["'NaN'::float8", Number.NaN],
  ["'-0'::float8", -0],
  ["'Infinity'::float8", Number.POSITIVE_INFINITY],
  ['0.1::float8 + 0.2::float8', 0.1 + 0.2],
  ["'0001-01-01'::date", '0001-01-01'],
  ["'9999-12-31'::date", '9999-12-31'],
  ["'infinity'::date", 'infinity'],
  ["'-infinity'::date", '-infinity'],
  ["'2026-03-08 09:59:59.999+00'::timestamptz", new Date('2026-03-08T09:59:59.999Z')],
  ["'2026-03-08 02:30:00 America/Los_Angeles'::timestamptz", new Date('2026-03-08T10:30:00Z')],
  ["'2026-03-08 02:30:00'::timestamp", '2026-03-08 02:30:00'],
  ["'null'::jsonb", null],
  ['null::jsonb', null],
  ['\'{"a": [1, "é", null], "b": {"c": 1.5}}\'::jsonb', { a: [1, 'é', null], b: { c: 1.5 } }],
  ['\'"text"\'::json', 'text'],
  ["''::text", ''],
  ["'naïve 日本 🦷 \u0301'::text", 'naïve 日本 🦷 \u0301'],
  ['true', true],
  ["'00000000-0000-4000-8000-000000000001'::uuid", '00000000-0000-4000-8000-000000000001'],
  ["array['a', null, 'b,\"c']::text[]", ['a', null, 'b,"c']],
  ['array[1, 9007199254740991]::bigint[]', [1, 9007199254740991]],
  ['array[1.5, 2]::numeric[]', [1.5, 2]],
  [
    "array[1.5, null, 'NaN', '-Infinity', 1e-300]::float8[]",
    [1.5, null, Number.NaN, Number.NEGATIVE_INFINITY, 1e-300],
  ],
  ["'{}'::float8[]", []],
  [
    'array[[1, 2.5], [3, 4]]::float8[]',
    [
      [1, 2.5],
      [3, 4],
    ],
  ],
  ["array['2026-01-01', null]::date[]", ['2026-01-01', null]],
  [
    'array[[1, 2], [3, 4]]::integer[]',
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ["'{}'::text[]", []],
  ["'\\x0001ff'::bytea", Buffer.from([0, 1, 255])],
];

test.each(answers)('%s', async (expression, expected) => {
  expect(await value(sql.raw(expression))).toStrictEqual(expected);
});

test.each([
  '9007199254740993::bigint',
  '(-9223372036854775808)::bigint',
  'array[9007199254740993]::bigint[]',
])('%s is refused rather than rounded', async (expression) => {
  await expect(value(sql.raw(expression))).rejects.toThrow('too large for an exact number');
  expect(await value(sql.raw('1'))).toBe(1);
});

describe('parameters', () => {
  const moment = new Date('2026-11-01T08:30:00.123Z');
  const parameters: [string, RawBuilder<unknown>, unknown][] = [
    ['a date object', sql`${moment}::timestamptz`, moment],
    [
      'a date object before 1900',
      sql`${new Date('1850-06-01T00:00:00Z')}::timestamptz`,
      new Date('1850-06-01T00:00:00Z'),
    ],
    ['a day', sql`${'0001-01-01'}::date`, '0001-01-01'],
    ['a bigint', sql`${9007199254740991n}::bigint`, 9007199254740991],
    ['a number with a fraction', sql`${0.1}::float8`, 0.1],
    ['a negative zero', sql`${-0}::float8`, 0],
    ['not a number', sql`${Number.NaN}::float8`, Number.NaN],
    ['a boolean', sql`${false}::boolean`, false],
    ['null', sql`${null}::text`, null],
    ['json as text', sql`${JSON.stringify({ a: 'ü' })}::jsonb`, { a: 'ü' }],
    ['an array for any()', sql`2 = any(${[1, 2, 3]}::bigint[])`, true],
    [
      'an array of awkward texts',
      sql`${['a,b', '"', '\\', '{}', '', 'NULL', null, 'ü\n']}::text[]`,
      ['a,b', '"', '\\', '{}', '', 'NULL', null, 'ü\n'],
    ],
    ['an array of dates', sql`${[moment]}::timestamptz[]`, [moment]],
    ['an empty array', sql`${[]}::text[]`, []],
    ['bytes', sql`${Buffer.from([0, 255])}::bytea`, Buffer.from([0, 255])],
    ['a text of a million letters', sql`length(${'é'.repeat(1_000_000)}::text)`, 1_000_000],
  ];
  test.each(parameters)('%s', async (_name, expression, expected) => {
    expect(await value(expression)).toStrictEqual(expected);
  });

  test('a NUL is refused with a message and changes nothing', async () => {
    await expect(value(sql`${'a\0b'}::text`)).rejects.toMatchObject({
      code: '22021',
      message: expect.stringContaining('0x00'),
    });
    await expect(value(sql.raw("'a\0b'"))).rejects.toThrow(
      'A statement must not contain the NUL character',
    );
    expect(await value(sql`1`)).toBe(1);
  });
});

test('errors have PostgreSQL’s details', async () => {
  const { database } = test1;
  await sql`insert into crm_owner (owner_id, name, email) values (1, 'a', 'b')`.execute(
    database.foreground,
  );
  await expect(
    sql`insert into crm_owner (owner_id, name, email) values (1, 'a', 'b')`.execute(
      database.foreground,
    ),
  ).rejects.toMatchObject({
    code: '23505',
    constraint: 'crm_owner_pkey',
    table: 'crm_owner',
  });
  await expect(sql`selct 1`.execute(database.foreground)).rejects.toMatchObject({
    code: '42601',
    position: '1',
  });
});

test('numbers of changed rows come back', async () => {
  const { foreground } = test1.database;
  await foreground
    .insertInto('crm_owner')
    .values([
      { owner_id: 11, name: 'a', email: 'x' },
      { owner_id: 12, name: 'b', email: 'x' },
    ])
    .execute();
  const updated = await foreground
    .updateTable('crm_owner')
    .set({ name: 'c' })
    .where('email', '=', 'x')
    .executeTakeFirst();
  expect(updated.numUpdatedRows).toBe(2n);
  const deleted = await foreground
    .deleteFrom('crm_owner')
    .where('owner_id', '=', 11)
    .executeTakeFirst();
  expect(deleted.numDeletedRows).toBe(1n);
});
