import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { z } from 'zod';
import * as hostile from './hostile.ts';
import {
  escapeForUrl,
  generateMostlyValidValue,
  generateUrlValue,
  type JsonSchema,
  jsonSchemaValidator,
  type KnownValues,
  mostly,
} from './values.ts';

const parameterSchema = z.object({
  in: z.enum(['path', 'query']),
  name: z.string(),
  required: z.boolean().default(false),
  schema: jsonSchemaValidator,
});
const operationSchema = z.object({
  parameters: z.array(parameterSchema).default([]),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: jsonSchemaValidator })) })
    .optional(),
});
/** Part of an OpenAPI document that describes the requests. */
export const openApiDocumentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});

export interface HostileRequest {
  /** Route pattern of the router. */
  route: string;
  method: string;
  /** Path with the query string. */
  path: string;
  as: 'nobody' | 'member' | 'admin';
  headers: [name: string, value: string][];
  body: string | Buffer | undefined;
}
type Sent = Pick<HostileRequest, 'headers' | 'body'>;

function queryOf(
  parameters: readonly z.output<typeof parameterSchema>[],
  known: KnownValues,
): fc.Arbitrary<string> {
  const parts = parameters.map(({ name, required, schema }) => {
    const once = generateUrlValue(schema, known).map((text) => `${name}=${text}`);
    const twice = fc.tuple(once, once).map((both) => both.join('&'));
    return mostly(mostly(once, twice), fc.constant(''), required ? 24 : 1);
  });
  const more = fc
    .tuple(fc.constantFrom(...hostile.queryNames), fc.constantFrom(...hostile.allTexts))
    .map(([name, text]) => `${name}=${escapeForUrl(text)}`);
  const usual = fc
    .tuple(...parts, mostly(fc.constant(''), more, 4))
    .map((all) => all.filter((part) => part !== '').join('&'));
  return mostly(usual, fc.constantFrom(...hostile.queries));
}

const asJson = (body: string | Buffer): Sent => ({
  headers: [['content-type', 'application/json']],
  body,
});

function jsonBody(schema: JsonSchema, known: KnownValues): fc.Arbitrary<Sent> {
  const written = generateMostlyValidValue(schema, known).map((value) => JSON.stringify(value));
  const withOddNumber = fc
    .tuple(written, fc.constantFrom(...hostile.writtenNumbers, '-1e999', '1.'))
    .map(([text, number]) => asJson(text.replace(/\d+/, number)));
  const withOddType = fc.tuple(written, fc.constantFrom(...hostile.contentTypes));
  const odd = fc.oneof(
    withOddNumber,
    fc.constantFrom(...hostile.bodies).map(asJson),
    withOddType.map(([body, type]): Sent => ({ headers: [['content-type', type]], body })),
  );
  return mostly(written.map(asJson), odd, 10);
}

/**
 * Returns the columns of all kinds of feeds with typical values. An import uses the columns that it
 * knows.
 */
function csvColumns({ ids, days, texts }: KnownValues): Record<string, readonly string[]> {
  const [id, name, day] = [
    ids.map(String),
    ['Elm Dental', 'Oak & Sons', ...texts],
    ['2024-03-01', '11/2/2026', ...days],
  ];
  return {
    ...{
      'Institution ID': id,
      'Location ID': id,
      'Institution Name': name,
      'Practice Name': name,
      Street: ['4 Main St'],
      City: name,
    },
    ...{
      State: ['CT', 'tx'],
      Zip: ['06831', ''],
      Phone: ['203 555 0101'],
      Latitude: ['41.2'],
      Longitude: ['-73.1'],
      EHR: name,
    },
    ...{
      'Created Date': ['2024-03-01'],
      'Go-Live Date': day,
      'Closed Date': ['', '', ...day],
      From: day,
      To: ['', ...day],
      Date: day,
    },
    ...{
      Product: ['forms', 'Online Booking', 'payments'],
      Value: ['0', '12.5', '1e12', '0.000001'],
      Entitled: ['yes', 'no', ''],
    },
  };
}

/** Generates a CSV feed with unexpected cells. */
function csvBody(known: KnownValues, apiKeys: readonly string[]): fc.Arbitrary<Sent> {
  const columns = csvColumns(known);
  const header = Object.keys(columns).join(',');
  const odd = fc.constantFrom(...hostile.allTexts);
  const row = fc.tuple(
    ...Object.values(columns).map((usual) => mostly(fc.constantFrom(...usual), odd, 60)),
  );
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const file = fc
    .array(row, { minLength: 1, maxLength: 8 })
    .map((rows) => [header, ...rows.map((cells) => cells.map(quoted).join(','))].join('\n'));
  const bytes = fc.oneof(
    { weight: 6, arbitrary: file.map((text) => Buffer.from(text)) },
    { weight: 2, arbitrary: file.map((text) => Buffer.from(`\ufeff${text}`, 'utf16le')) },
    { weight: 1, arbitrary: fc.constantFrom(...hostile.bodies).map((body) => Buffer.from(body)) },
  );
  const type = mostly(fc.constant('text/csv'), fc.constantFrom(...hostile.contentTypes));
  const key = mostly(
    fc.constantFrom(...apiKeys),
    fc.constantFrom('', 'x', `chairside_${'A'.repeat(43)}`),
  );
  return fc.tuple(bytes, type, key, fc.boolean()).map(([body, contentType, secret, isPacked]) => ({
    headers: [
      ['content-type', contentType],
      ['authorization', `Bearer ${secret}`],
      ['content-encoding', isPacked ? 'gzip' : 'identity'],
    ],
    body: isPacked ? gzipSync(body) : body,
  }));
}

/** Generates requests for all operations in the description, with expected and hostile values. */
export function createHostileRequestArbitrary(
  { paths }: z.output<typeof openApiDocumentSchema>,
  known: KnownValues,
  apiKeys: readonly string[],
): fc.Arbitrary<HostileRequest> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]) => ({
      // Operations with more inputs are tested more often.
      weight: 1 + parameters.length + (requestBody === undefined ? 0 : 4),
      arbitrary: requestOf(
        path,
        method.toUpperCase(),
        parameters,
        Object.values(requestBody?.content ?? {})[0]?.schema,
      ),
    })),
  );

  function requestOf(
    path: string,
    method: string,
    parameters: readonly z.output<typeof parameterSchema>[],
    body: JsonSchema | undefined,
  ): fc.Arbitrary<HostileRequest> {
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    const filled = fc
      .tuple(...inPath.map(({ schema }) => generateUrlValue(schema, known)))
      .map((values) =>
        inPath.reduce(
          (text, { name }, at) => text.replace(`{${name}}`, () => values[at] ?? ''),
          path,
        ),
      );
    const nothing: fc.Arbitrary<Sent> = fc.constant({ headers: [], body: undefined });
    const described =
      body === undefined
        ? nothing
        : path.startsWith('/api/ingest/')
          ? csvBody(known, apiKeys)
          : jsonBody(body, known);
    return fc
      .record({
        method: mostly(
          fc.constant(method),
          fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE'),
        ),
        path: fc
          .tuple(filled, queryOf(inQuery, known))
          .map(([address, query]) => (query === '' ? address : `${address}?${query}`)),
        as: mostly(
          fc.constantFrom('member' as const, 'admin' as const, 'admin' as const),
          fc.constant('nobody' as const),
          10,
        ),
        sent: mostly(described, jsonBody({}, known)),
        from: mostly(
          fc.constant([['sec-fetch-site', 'same-origin']] as [string, string][]),
          fc.constant([]),
        ),
        odd: mostly(
          fc.constant([]),
          fc.constantFrom(...hostile.headers.map((header) => [header])),
          8,
        ),
      })
      .map(({ sent, from, odd, ...request }) => ({
        ...request,
        route: path.replace(/\{(\w+)\}/g, ':$1'),
        headers: [...from, ...sent.headers, ...odd],
        body: sent.body,
      }));
  }

  return fc.oneof(...operations);
}
