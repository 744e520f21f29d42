import { z } from 'zod';

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

/** Ids are positive whole numbers that JavaScript holds exactly. */
export const idSchema = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
export const institutionParams = z.strictObject({ id: idSchema });
/** Text that a database can keep: PostgreSQL has no NUL character. */
export const textSchema = z.string().regex(/^[^\0]*$/, 'must not hold a NUL character');
