import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { z } from 'zod';

/** The part of JSON Schema that the description of the API is written in. */
const jsonSchema = z.object({
  type: z.string().optional(),
  format: z.string().optional(),
  const: z.union([z.string(), z.number(), z.boolean()]).optional(),
  enum: z.array(z.string()).optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  get anyOf() {
    return z.array(jsonSchema).optional();
  },
  get items() {
    return jsonSchema.optional();
  },
  get properties() {
    return z.record(z.string(), jsonSchema).optional();
  },
  get propertyNames() {
    return jsonSchema.optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), jsonSchema]).optional();
  },
});
type JsonSchema = z.output<typeof jsonSchema>;

const operationSchema = z.object({
  parameters: z
    .array(z.object({ in: z.enum(['path', 'query']), name: z.string(), required: z.boolean().default(false), schema: jsonSchema }))
    .default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: jsonSchema })) }).optional(),
});
export const descriptionSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) });
export type Description = z.output<typeof descriptionSchema>;

export interface HostileRequest {
  /** As the router knows it. */
  route: string;
  method: string;
  /** With the query. */
  path: string;
  as: 'nobody' | 'member' | 'admin';
  headers: [name: string, value: string][];
  body: string | Buffer | undefined;
}

/** What the world under test holds, so that requests find something. */
export interface Known {
  ids: readonly number[];
  uuids: readonly string[];
  days: readonly string[];
  texts: readonly string[];
}

const numbers = [
  -1,
  0,
  0.5,
  1.5,
  2 ** 31 - 2,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e308,
];
const writtenNumbers = ['1e3', ' 12 ', '0x10', '-0', '1.0', '+1', '007', '', '1e999', '9223372036854775808', '１２', 'NaN', 'Infinity'];
const days = ['0000-01-01', '0000-00-00', '0001-01-01', '-0001-01-01', '1899-12-31', '2201-01-01', '9999-12-31', '+275760-09-13'];
const strangeDays = ['2026-02-30', '2026-11-08T00:00:00Z', '0000-01-01T00:00:00Z', 'infinity', '-infinity', 'now', 'epoch'];
const texts = [
  ...['\0', 'a\0b', '\ud800', 'a\udfffb', '\ud83d', '😀'.repeat(40), 'e\u0301', '\u202eabc\u2066', '\ufeff', '\uffff', '\n\r\t', ' '],
  ...["'; drop table note; --", '" or 1=1', '\\', '%', '_', '<script>alert(1)</script>', '../../etc/passwd', '{{1}}'],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'true', '[]', '{}', 'x'.repeat(1_000), 'x'.repeat(100_000)],
];
/** Ends of pages as they are written, and as somebody may forge them. */
const places = [
  ['2026-11-20', 1, '00000000-0000-4000-8000-000000000001'],
  ['0000-01-01', 1, '00000000-0000-4000-8000-000000000001'],
  ['infinity', 2 ** 53, '00000000-0000-4000-8000-000000000001'],
  ['0000-01-01T00:00:00Z', 2 ** 53 - 1, '00000000-0000-4000-8000-000000000001'],
  ['2026-11-20T00:00:00.123456789123Z', -(2 ** 53 - 1), '00000000-0000-4000-8000-000000000001'],
  [1_700_000_000_000_000, 'note:1'],
  [2 ** 53 - 1, 'note:\ud800'],
  [-1e308, 'x\0'],
].map((place) => Buffer.from(JSON.stringify(place)).toString('base64url'));
const listAddresses = [
  'f.healthTier=Critical&sort=-adoptionScore,institutionName',
  'q=practice&f.adoptionScore=20..50&cols=adoptionScore,city',
  'f.goLiveDate=0000-01-01..9999-12-31',
  'f.adoptionScore=1e999..&f.city=~empty&f.inGrace=no',
  'f.__proto__=1&sort=constructor&cols=toString',
  'q=%ED%A0%80%00&f.city=%zz',
];

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...numbers, ...writtenNumbers, ...days, ...strangeDays, ...texts, true, false, null, [], {}, [[]]),
  fc.jsonValue({ maxDepth: 2 }),
);
const hostileText = fc.constantFrom(
  ...writtenNumbers,
  ...days,
  ...strangeDays,
  ...texts,
  ...numbers.map(String),
  ...places,
  ...listAddresses,
);

const mostly = <Value, Other>(usual: fc.Arbitrary<Value>, other: fc.Arbitrary<Other>, times = 24) =>
  fc.oneof({ weight: times, arbitrary: usual }, { weight: 1, arbitrary: other });

/** A text as it stands in an address; half a pair, which has no encoding, as the bytes that would stand for it. */
const escaped = (text: string): string => [...text].map((sign) => (sign.isWellFormed() ? encodeURIComponent(sign) : '%ED%A0%80')).join('');

function fittingText({ pattern, minLength = 0, maxLength = 60 }: JsonSchema, known: Known): fc.Arbitrary<string> {
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(text));
  const plausible = [...known.texts, ...places, ...listAddresses].filter(fits);
  const allowed = texts.filter(fits);
  const written = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) });
  return fc.oneof(
    ...(plausible.length > 0 ? [{ weight: 4, arbitrary: fc.constantFrom(...plausible) }] : []),
    ...(allowed.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...allowed) }] : []),
    ...(plausible.length === 0 || fits('é ß') ? [{ weight: 1, arbitrary: written }] : []),
  );
}

function fittingNumber(schema: JsonSchema, known: Known): fc.Arbitrary<number> {
  const min = schema.minimum ?? (schema.exclusiveMinimum === undefined ? -1e6 : schema.exclusiveMinimum + 1);
  const max = schema.maximum ?? 1e6;
  const isInside = (value: number) => value >= min && value <= max && (schema.type === 'number' || Number.isInteger(value));
  const near =
    schema.type === 'integer' ? fc.integer({ min: Math.max(min, -100), max: Math.min(max, 100) }) : fc.double({ min, max, noNaN: true });
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...known.ids.filter(isInside), min) },
    { weight: 3, arbitrary: fc.constantFrom(...[...numbers, min, max].filter(isInside)) },
    { weight: 1, arbitrary: near },
  );
}

/** Values that the schema describes, those at its edges often; now and then one that it does not. */
function likely(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  return mostly(fitting(schema, known), hostileValue);
}

function fitting(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((each) => fitting(each, known)));
  switch (schema.type) {
    case 'string':
      if (schema.format === 'uuid') return fc.constantFrom(...known.uuids);
      if (schema.format === 'date') return mostly(fc.constantFrom(...known.days), fc.constantFrom(...days), 6);
      return fittingText(schema, known);
    case 'integer':
    case 'number':
      return fittingNumber(schema, known);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(likely(schema.items ?? {}, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, (schema.minItems ?? 0) + 3),
      });
    case 'object':
      return objectOf(schema, known);
    default:
      return fc.jsonValue();
  }
}

function objectOf(
  { properties = {}, required = [], propertyNames, additionalProperties }: JsonSchema,
  known: Known,
): fc.Arbitrary<unknown> {
  if (typeof additionalProperties === 'object')
    return fc.dictionary(
      fittingText({ ...propertyNames }, { ...known, texts: propertyNames?.enum ?? [] }),
      likely(additionalProperties, known),
      {
        maxKeys: 3,
      },
    );
  const described = fc.record(Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, likely(each, known)])), {
    requiredKeys: required,
  });
  const spoilt = fc.oneof(
    fc
      .tuple(described, fc.constantFrom('extra', '__proto__', 'constructor', ''), hostileValue)
      .map(([object, name, value]) => Object.fromEntries([...Object.entries(object), [name, value]])),
    fc
      .tuple(described, fc.nat())
      .map(([object, at]) => Object.fromEntries(Object.entries(object).filter((_, index, all) => index !== at % all.length))),
  );
  return mostly(described, spoilt);
}

const oddQueryNames = [
  'q',
  'sort',
  'cols',
  'f.healthTier',
  'f.goLiveDate',
  'view',
  'state',
  'code',
  'error',
  'error_description',
  'returnTo',
];
const strangeQueries = [
  '?',
  '&&==&',
  '%',
  '%zz=%',
  'a[]=1&a[]=2',
  'a[b][c]=1',
  '__proto__[x]=1',
  'id=1;id=2',
  '\xff\xfe',
  `${'a=1&'.repeat(3_000)}`,
];
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);

const addressText = (schema: JsonSchema, known: Known): fc.Arbitrary<string> =>
  mostly(
    fitting(schema, known).map(textOf).map(escaped),
    fc.oneof(hostileText.map(escaped), fc.constantFrom('%', '%zz', '%C0%80', '%2F', '..', '')),
    12,
  );

function queryOf(described: readonly { name: string; required: boolean; schema: JsonSchema }[], known: Known): fc.Arbitrary<string> {
  const parts = described.map(({ name, required, schema }) => {
    const one = addressText(schema, known).map((text) => `${name}=${text}`);
    const twice = fc.tuple(one, one).map((both) => both.join('&'));
    return mostly(mostly(one, twice), fc.constant(undefined), required ? 24 : 1);
  });
  const odd = fc
    .tuple(fc.constantFrom(...oddQueryNames, '__proto__', 'constructor', ''), hostileText)
    .map(([name, text]) => `${name}=${escaped(text)}`);
  return mostly(
    fc.tuple(...parts, mostly(fc.constant(undefined), odd, 4)).map((all) => all.filter((part) => typeof part === 'string').join('&')),
    fc.constantFrom(...strangeQueries),
  );
}

type Sent = Pick<HostileRequest, 'headers' | 'body'>;

const strangeTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'json',
  '',
  ';',
];
const strangeBodies: (string | Buffer)[] = [
  ...['', ' ', '{', '"', 'null', 'true', '[]', '{}{}', '\ufeff{}', '{"a":1,}', '{"__proto__":{"x":1}}', '{"constructor":{"prototype":{}}}'],
  ...['['.repeat(50_000), `${'['.repeat(20_000)}${']'.repeat(20_000)}`, `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  `"${'x'.repeat(1_100_000)}"`,
  Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d]),
  gzipSync('{}'),
];

function jsonBody(schema: JsonSchema, known: Known): fc.Arbitrary<Sent> {
  const asJson = (body: string | Buffer): Sent => ({ headers: [['content-type', 'application/json']], body });
  const written = likely(schema, known).map((value) => JSON.stringify(value) ?? '');
  const misread = fc
    .tuple(written, fc.constantFrom(...writtenNumbers, '-1e999', '00', '1.'))
    .map(([text, number]) => text.replace(/\d+/, number));
  const odd = fc.oneof(
    misread.map(asJson),
    fc.constantFrom(...strangeBodies).map(asJson),
    fc.tuple(written, fc.constantFrom(...strangeTypes)).map(([body, type]): Sent => ({ headers: [['content-type', type]], body })),
    written.map(
      (body): Sent => ({
        headers: [
          ['content-type', 'application/json'],
          ['content-encoding', 'gzip'],
        ],
        body: gzipSync(body),
      }),
    ),
  );
  return mostly(written.map(asJson), odd, 10);
}

/** Of all kinds of feeds at once: each takes what it knows. */
const csvHeader =
  'Institution ID,Institution Name,Location ID,Practice Name,Street,City,State,Zip,Phone,Latitude,Longitude,Practice Type,EHR,Booking Link,' +
  'Created Date,Go-Live Date,Closed Date,Product,Date,Value,Entitled,From,To';

/** A feed as its sender would write it, with cells that nobody would expect. `key` answers a key that is still within its rate. */
function csvBody(known: Known, keys: readonly string[]): fc.Arbitrary<Sent> {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const usual = fc.constantFrom(
    ...known.ids.map(String),
    ...known.days,
    ...known.texts,
    'forms',
    'Online Booking',
    '12.5',
    'yes',
    '06831',
    '41.2',
    '',
  );
  const row = fc.tuple(...csvHeader.split(',').map(() => mostly(usual, hostileText, 40)));
  const file = fc
    .array(row, { minLength: 1, maxLength: 6 })
    .map((rows) => [csvHeader, ...rows.map((cells) => cells.map(quoted).join(','))].join('\n'));
  const bytes = fc.oneof(
    { weight: 6, arbitrary: file.map((text) => Buffer.from(text)) },
    { weight: 2, arbitrary: file.map((text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])) },
    { weight: 1, arbitrary: fc.constantFrom(...strangeBodies).map((body) => Buffer.from(body)) },
  );
  const type = mostly(fc.constant('text/csv'), fc.constantFrom('application/json', 'text/csv; charset=latin1', ''));
  const authorization = mostly(
    fc.constantFrom(...keys).map((key) => `Bearer ${key}`),
    fc.constantFrom('Bearer', 'Bearer x', `Bearer chairside_${'A'.repeat(43)}`),
  );
  return fc.tuple(bytes, type, authorization, fc.boolean()).map(([body, contentType, bearer, isPacked]) => ({
    headers: [
      ['content-type', contentType],
      ['authorization', bearer],
      ...(isPacked ? [['content-encoding', 'gzip'] as [string, string]] : []),
    ],
    body: isPacked ? gzipSync(body) : body,
  }));
}

const strangeCookies = [
  'sid=',
  'sid=%zz',
  `sid=${'A'.repeat(43)}`,
  'sid=a; sid=b',
  '=;;=',
  '__proto__=x',
  `sid=${'x'.repeat(9_000)}`,
  '\xff',
  'oidc=%00; sid="',
];
const strangeHeaders: [string, string][] = [
  ['accept-encoding', 'gzip;q=x, \xff'],
  ['accept', ','],
  ['range', 'bytes=99999999999999999999-'],
  ['if-none-match', '"'],
  ['if-modified-since', '0000-00-00'],
  ['origin', 'null'],
  ['sec-fetch-site', 'cross-site'],
  ['sec-fetch-site', 'same-origin'],
  ['authorization', 'Bearer \xff'],
  ['x-forwarded-for', "::1, ' or 1=1, 999.999.999.999"],
  ['x-forwarded-host', '\xff:99999'],
  ['content-type', 'application/json'],
  ['x-long', 'y'.repeat(20_000)],
];

/** Requests of every described operation: what it asks for, and whatever else somebody may send. */
export function hostileRequests({ paths }: Description, known: Known, apiKeys: readonly string[]): fc.Arbitrary<HostileRequest> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: path.replace(/\{(\w+)\}/g, ':$1'),
      path,
      method: method.toUpperCase(),
      ...operation,
    })),
  );
  // The more an operation takes in, the more there is to try.
  const weighed = operations.map((operation) => ({
    weight: 1 + operation.parameters.length + (operation.requestBody === undefined ? 0 : 4),
    arbitrary: fc.constant(operation),
  }));
  return fc
    .oneof(...weighed)
    .chain(({ route, path, method, parameters, requestBody }) => {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      const inQuery = parameters.filter((parameter) => parameter.in === 'query');
      const filled = fc
        .tuple(...inPath.map(({ schema }) => addressText(schema, known)))
        .map((values) => inPath.reduce((text, { name }, at) => text.replace(`{${name}}`, () => values[at] ?? ''), path));
      const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
      const nothing: Sent = { headers: [], body: undefined };
      const usual = route.startsWith('/api/ingest/')
        ? csvBody(known, apiKeys)
        : schema === undefined
          ? fc.constant(nothing)
          : jsonBody(schema, known);
      return fc.record({
        route: fc.constant(route),
        method: mostly(fc.constant(method), fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE')),
        path: fc.tuple(filled, queryOf(inQuery, known)).map(([address, query]) => (query === '' ? address : `${address}?${query}`)),
        as: mostly(fc.constantFrom('member' as const, 'admin' as const, 'admin' as const), fc.constant('nobody' as const), 10),
        sent: mostly(usual, jsonBody({}, known)),
        odd: mostly(
          fc.constant(null),
          fc.oneof(
            fc.constantFrom(...strangeHeaders),
            fc.constantFrom(...strangeCookies).map((cookie): [string, string] => ['cookie', cookie]),
          ),
          8,
        ),
      });
    })
    .map(({ sent, odd, ...request }) => ({ ...request, ...sent, headers: odd === null ? sent.headers : [...sent.headers, odd] }));
}
