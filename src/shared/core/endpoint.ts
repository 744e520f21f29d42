import { z } from 'zod';
import { dayYears, isInDayYears } from './dates.ts';

/**
 * The one contract of an API call. The server validates what comes in and what goes out with it,
 * the web takes its types and its call from it, and the API documentation is made from it.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As the router takes it, with `:name` for a parameter. */
  path: `/${string}`;
  summary: string;
  /** Left out: every signed-in person may call it. */
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
export function endpoint(definition: Definition<z.ZodType, z.ZodType, z.ZodType, z.ZodType>): Endpoint {
  return { params: nothing, query: z.object({}), body: z.undefined(), ...definition };
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;

/** The address of a call, with every parameter and query value escaped. Throws when a parameter of the path is missing. */
export function urlOf(path: string, params: Record<string, unknown> = {}, query: Record<string, unknown> = {}): string {
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

// What lists are answered with. Where the specification says another shape, that one stands in its contract.

/** A whole list. */
export const listAnswer = <Row extends z.ZodType>(row: Row) => z.strictObject({ rows: z.array(row) });
/** A page of a list; `next` is what to give as `after` for the page that follows, null on the last. */
export const pageAnswer = <Row extends z.ZodType>(row: Row) => listAnswer(row).extend({ next: z.string().nullable() });

// What calls are made of, each with the range that its column holds.

/** `bigint` in the database, and exact in JavaScript. */
export const idSchema = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
/** `integer` in the database. */
export const countSchema = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
/** The version that an edit was made on: `integer` in the database, with room for the next one. */
export const versionSchema = z
  .int()
  .min(0)
  .max(2 ** 31 - 2);
export const daySchema = z.iso.date().refine(isInDayYears, `must lie in the years ${dayYears.from} to ${dayYears.to}`);
/** Text that the database keeps as it came: it has no NUL, and no half of a surrogate pair. Each use sets the longest. */
export const textSchema = z.string().regex(/^[^\0\p{Surrogate}]*$/u, 'must not hold a NUL character or half of a surrogate pair');
export const longestListAddress = 4096;
/** The filters, order and search of a list as its address has them, without the question mark. */
export const listAddressSchema = z
  .string()
  .max(longestListAddress)
  .regex(/^[\x21-\x7e]*$/, 'must be an escaped address');
/** What an answer gave as `next`. */
export const pageEndSchema = z
  .string()
  .max(120)
  .regex(/^[\w-]+$/, 'is not the end of a page');

/** A whole number in a path or a query: digits alone, so that `1e3`, ` 12 ` and `007` are none and each number has one address. */
export const inAddress = <Schema extends z.ZodNumber>(schema: Schema) =>
  z.preprocess((text) => (typeof text === 'string' && /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : text), schema);
/** A number in a query, with up to four decimals and one way to write it; `schema` says the range. */
export const decimalInAddress = (schema: z.ZodNumber) =>
  z.preprocess(
    (text) => (typeof text === 'string' && /^(0|-?([1-9]\d{0,15}|0(?=\.)))(\.\d{0,3}[1-9])?$/.test(text) ? Number(text) : text),
    schema,
  );
export const idInAddress = inAddress(idSchema);
export const institutionParams = z.strictObject({ id: idInAddress });
