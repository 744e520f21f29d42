import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  countSchema,
  createUrlIntegerSchema,
  daySchema,
  idInUrlSchema,
  idSchema,
  pageCursorSchema,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import { buildTestApp } from './app.ts';

/** Returns the parts of a schema; `undefined` for a schema without parts (a leaf). */
function partsOf(schema: unknown): [name: string, part: unknown][] | undefined {
  if (schema instanceof z.ZodObject)
    return [
      ...Object.entries(schema.shape),
      ...(schema.def.catchall ? [['…', schema.def.catchall] as [string, unknown]] : []),
    ];
  if (schema instanceof z.ZodArray) return [['[]', schema.element]];
  if (schema instanceof z.ZodRecord)
    return [
      ['key', schema.keyType],
      ['value', schema.valueType],
    ];
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => ['', option]);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return [['', schema.unwrap()]];
  return undefined;
}

function leavesOf(schema: unknown, path: string): [path: string, leaf: z.ZodType][] {
  const parts = partsOf(schema);
  if (parts !== undefined)
    return parts.flatMap(([name, part]) => leavesOf(part, name === '' ? path : `${path}.${name}`));
  if (!(schema instanceof z.ZodType)) throw new Error(`${path} is not a schema`);
  return schema instanceof z.ZodNever || schema instanceof z.ZodUndefined ? [] : [[path, schema]];
}

/** Returns the values that a leaf accepts although no database column can hold them. */
function excesses(leaf: z.ZodType): string[] {
  const takes = (value: unknown) => leaf.safeParse(value).success;
  const taken = (...values: unknown[]) => values.filter(takes);
  if (takes(Symbol())) return ['anything'];
  if (takes('a') || takes('/a')) {
    const start = takes('a') ? 'a' : '/a';
    return taken(
      `${start}\0a`,
      `${start}\ud800a`,
      `${start}\udc00`,
      start + 'a'.repeat(100_000),
    ).map((text) => (String(text).length > 9 ? 'a text without end' : JSON.stringify(text)));
  }
  if (takes('2026-02-28'))
    return taken('0000-01-01', '1899-12-31', '2201-01-01', '9999-12-31', '2026-02-30').map(String);
  if (takes('1'))
    return [
      ...taken('', '1e1', ' 1', '1 ', '0x1', '1.0', '01', '-0', '+1', ['1'], '1\0').map((text) =>
        JSON.stringify(text),
      ),
      ...tooLarge((value) => takes(String(value))),
    ];
  return takes(1) && !takes(1.5) ? tooLarge(takes) : [];
}

/**
 * Returns numbers that a leaf accepts although they exceed the range of the column. The column is
 * `bigint` for an id and `integer` otherwise.
 */
function tooLarge(takes: (value: number) => boolean): string[] {
  const isId = takes(2 ** 31) && !takes(0);
  const beyond = isId ? [-1, 2 ** 53, 1e308] : [-(2 ** 31) - 1, 2 ** 31, 2 ** 53, 1e308];
  return beyond.filter(takes).map(String);
}

const excessesOf = (schema: unknown, path = '') =>
  leavesOf(schema, path).flatMap(([at, leaf]) => [
    ...excesses(leaf).map((value) => `${at} takes ${value}`),
    // The column must also be able to hold the next version.
    ...(at.endsWith('.version') && leaf.safeParse(2 ** 31 - 1).success
      ? [`${at} leaves no room for the next version`]
      : []),
  ]);

/** Fields that are not stored in a column. */
const notStored = [
  // These texts go to the log, which escapes all characters that a column cannot store.
  'POST /api/core/client-errors body.message',
  'POST /api/core/client-errors body.stack',
  'POST /api/core/client-errors body.page',
  // Stream of bytes that the import reads itself.
  'POST /api/ingest/:kind body',
  'POST /api/imports/uploads/:uploadId body',
  // Bytes whose signature is checked before they are parsed.
  'POST /api/hubspot/webhooks body',
  // Validated with the schemas of the rooms, which this test also checks.
  'POST /api/admin/settings body.settings.value',
];

it('every value of a request fits its column', async () => {
  const test = await buildTestApp();
  const found = test.app.routeTable.flatMap(({ method, url, schema }) =>
    (['params', 'querystring', 'body'] as const).flatMap((part) => {
      const given: unknown = schema?.[part];
      return method === 'HEAD' || given === undefined
        ? []
        : excessesOf(given, `${method} ${url} ${part}`);
    }),
  );
  const settings = test.app.rooms
    .flatMap(({ settings: schemas = [] }) =>
      schemas.flatMap((schema) => excessesOf(schema, 'settings')),
    )
    // The digits of a ZIP code are a text, not a number.
    .filter((problem) => problem !== 'settings.salesTerritories.[].zipPrefixes.[] takes "01"');
  await test.close();
  expect(settings).toEqual([]);
  const isStored = (problem: string) =>
    !notStored.some((path) => problem.startsWith(`${path} takes `));
  expect(found.filter(isStored)).toEqual([]);
  expect(
    notStored.filter((path) => !found.some((problem) => problem.startsWith(`${path} takes `))),
  ).toEqual([]);
});

describe('a schema with values beyond its column is found:', () => {
  it.each([
    ['any whole number', z.int(), ['takes 2147483648']],
    [
      'a whole number in a URL that is parsed loosely',
      z.coerce.number().int().min(0).max(9),
      ['takes ""', 'takes "0x1"'],
    ],
    [
      'a number up to 2^53 other than an id',
      z.int().min(0).max(Number.MAX_SAFE_INTEGER),
      ['takes 2147483648'],
    ],
    [
      'a version without a next one',
      z.strictObject({
        version: z
          .int()
          .min(0)
          .max(2 ** 31 - 1),
      }),
      ['no room'],
    ],
    ['any text', z.string(), ['takes "a\\u0000a"', 'takes "a\\ud800a"', 'without end']],
    ['a text of any length', textSchema, ['without end']],
    ['a path of any kind', z.string().startsWith('/').max(50), ['takes "/a\\u0000a"']],
    ['any day', z.iso.date(), ['takes 0000-01-01', 'takes 9999-12-31']],
    ['anything', z.unknown(), ['takes anything']],
    ['unknown fields', z.looseObject({}), ['.… takes anything']],
  ])('%s', (_, schema, problems) => {
    for (const wanted of [
      schema,
      z.strictObject({ field: z.array(schema.nullable().optional()) }),
      z.record(z.string().max(5), z.union([z.null(), schema])),
    ])
      for (const problem of problems) expect(excessesOf(wanted).join('\n')).toContain(problem);
  });

  it('and the shared schemas have none', () => {
    const weeks = createUrlIntegerSchema(z.int().min(1).max(104)).default(26);
    const shared = {
      idSchema,
      idInAddress: idInUrlSchema,
      countSchema,
      version: versionSchema,
      daySchema,
      pageEndSchema: pageCursorSchema,
      text: textSchema.max(9),
      weeks,
    };
    expect(excessesOf(z.strictObject(shared))).toEqual([]);
    expect(z.strictObject(shared).shape.idInAddress.parse('12')).toBe(12);
  });
});
