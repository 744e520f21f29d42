import { QueryCache, QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import {
  type BodyOf,
  buildUrl,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '#shared/core/endpoint.ts';
import { pageUserHeader } from '#shared/core/user.ts';
import { logFailure } from './log.ts';
import { noticeRejection, pageUserHeaders, startPageSession } from './page-session.ts';

/** Error answer of the server; the message is `{status}: {text}`. */
export class ApiError extends Error {
  readonly status: number;
  readonly text: string;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.status = status;
    this.text = text;
  }
}

/** Creates the error of a rejected request. The page also learns when it can no longer save. */
export function readRejection(
  status: number,
  text: string,
  signedInUserId: string | null,
): ApiError {
  noticeRejection(status, text, signedInUserId);
  return new ApiError(status, text);
}

async function send(
  method: string,
  url: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    credentials: 'include',
    signal: signal ?? null,
    headers: {
      ...(method === 'GET' ? {} : pageUserHeaders()),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw readRejection(
      response.status,
      (await response.text()) || response.statusText,
      response.headers.get(pageUserHeader),
    );
  return response.json();
}

type Address<E extends Endpoint> = { params?: ParamsOf<E>; query?: Partial<QueryOf<E>> };
type Inputs<E extends Endpoint> = Address<E> & { body?: BodyOf<E>; signal?: AbortSignal };

function addressOf<E extends Endpoint>({ path }: E, { params, query }: Address<E>): string {
  return buildUrl(path, params as Record<string, unknown>, query as Record<string, unknown>);
}

/**
 * Calls an endpoint and returns its answer, which has the contract's type because the server
 * validates it with the same contract.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  inputs: Inputs<E> = {},
): Promise<ResponseOf<E>> {
  return (await send(
    endpoint.method,
    addressOf(endpoint, inputs),
    inputs.body,
    inputs.signal,
  )) as ResponseOf<E>;
}

/**
 * Returns the query options of an endpoint, cached under its URL; combine them with other options
 * in `queryOptions`.
 */
export function endpointQuery<E extends Endpoint>(endpoint: E, inputs: Address<E> = {}) {
  return queryOptions({
    queryKey: [addressOf(endpoint, inputs)],
    queryFn: ({ signal }) => call(endpoint, { ...inputs, signal }),
  });
}

const minutes = 60_000;

export const cacheTimes = {
  lists: 30 * minutes,
  default: 5 * minutes,
  garbage: 30 * minutes,
  benchmarks: 5 * minutes,
  benchmarksRefetch: 15 * minutes,
  benchmarksPollWhileOpen: 5 * minutes,
} as const;

/**
 * Creates the query client of a newly opened page. Queries use their first key as the URL unless they have their own
 * function; there are no retries and no polling by default.
 */
export function createQueryClient(): QueryClient {
  startPageSession();
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => logFailure(String(query.queryKey[0]), error),
    }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }: { queryKey: QueryKey; signal: AbortSignal }) =>
          send('GET', String(queryKey[0]), undefined, signal),
        retry: false,
        staleTime: cacheTimes.default,
        gcTime: cacheTimes.garbage,
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
      mutations: { retry: false },
    },
  });
}
