import { z } from 'zod';
import { acceptedYears, isInAcceptedYears } from './dates.ts';

/**
 * Contract of an API endpoint. The server validates requests and responses with it, the web derives
 * types and calls from it, and the API documentation is generated from it.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path for the router, with `:name` for a parameter. */
  path: `/${string}`;
  summary: string;
  /** Role that the caller needs. When omitted, every signed-in user may call the endpoint. */
  role?: 'admin';
  params: Params;
  query: Query;
  body: Body;
  response: Response;
}

const nothing = z.strictObject({});
type Nothing = typeof nothing;

type Definition<P, Q, B, R> = Pick<Endpoint, 'method' | 'path' | 'summary' | 'role'> & {
  params?: P;
  query?: Q;
  body?: B;
  response: R;
};

export function endpoint<
  R extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = z.ZodObject,
  B extends z.ZodType = z.ZodUndefined,
>(definition: Definition<P, Q, B, R>): Endpoint<P, Q, B, R>;
export function endpoint(
  definition: Definition<z.ZodType, z.ZodType, z.ZodType, z.ZodType>,
): Endpoint {
  return { params: nothing, query: z.object({}), body: z.undefined(), ...definition };
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;

/**
 * Returns the URL of an API call, with escaped path parameters and query values. Throws when a path
 * parameter is missing.
 */
export function buildUrl(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return search.length === 0 ? filled : `${filled}?${search.join('&')}`;
}

// Schemas of list responses. Endpoints with a response format of their own do not use them.

/** Returns the schema of a response with a complete list. */
export const createListAnswerSchema = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ rows: z.array(row) });
/**
 * Returns the schema of a response with one page of a list. `next` is the `after` parameter of the
 * next page; `null` on the last page.
 */
export const createListPageAnswerSchema = <Row extends z.ZodType>(row: Row) =>
  createListAnswerSchema(row).extend({ next: z.string().nullable() });

// Schemas of common fields, each limited to the range of its database column.

/** Id: `bigint` in the database, limited to integers that JavaScript represents exactly. */
export const idSchema = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
/** Count: `integer` in the database. */
export const countSchema = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
/** Version on which an edit is based. The next version must still fit into an `integer` column. */
export const versionSchema = z
  .int()
  .min(0)
  .max(2 ** 31 - 2);
export const daySchema = z.iso
  .date()
  .refine(isInAcceptedYears, `must be in the years ${acceptedYears.from} to ${acceptedYears.to}`);
/**
 * Text that the database can store, without NUL characters and lone surrogates. Each field sets its
 * own maximum length.
 */
export const textSchema = z
  .string()
  .regex(/^[^\0\p{Surrogate}]*$/u, 'must not contain a NUL character or a lone surrogate');
export const maxListQueryStringLength = 4096;
/**
 * Filters, order and search of a list in the format of its URL query, without the question mark.
 */
export const listQueryStringSchema = z
  .string()
  .max(maxListQueryStringLength)
  .regex(/^[\x21-\x7e]*$/, 'must be percent-encoded');
/** Value of `next` in the response with the previous page. */
export const pageCursorSchema = z
  .string()
  .max(120)
  .regex(/^[\w-]+$/, 'must be the value of next from a previous page');

/**
 * Parses a whole number in a path or query. Only plain digits are accepted, so that each number has
 * one URL: `1e3`, ` 12 ` and `007` are rejected.
 */
export const createUrlIntegerSchema = <Schema extends z.ZodNumber>(schema: Schema) =>
  z.preprocess(
    (text) => (typeof text === 'string' && /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : text),
    schema,
  );
/**
 * Parses a number in a query with up to four decimals. Each number has exactly one accepted
 * spelling. `schema` sets the range.
 */
export const createUrlDecimalSchema = (schema: z.ZodNumber) =>
  z.preprocess(
    (text) =>
      typeof text === 'string' && /^(0|-?([1-9]\d{0,15}|0(?=\.)))(\.\d{0,3}[1-9])?$/.test(text)
        ? Number(text)
        : text,
    schema,
  );
export const idInUrlSchema = createUrlIntegerSchema(idSchema);
export const institutionParamsSchema = z.strictObject({ id: idInUrlSchema });
