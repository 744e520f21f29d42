import { vi } from 'vitest';
import type { BodyOf, Endpoint, ResponseOf } from '#shared/core/endpoint.ts';

interface Call {
  method: string;
  path: string;
  body: unknown;
  headers: Headers;
}
type Handler = (body: unknown, signal: AbortSignal | null) => Promise<Response>;

type Answer<E extends Endpoint> =
  | ResponseOf<E>
  | ((body: BodyOf<E>) => ResponseOf<E> | Promise<ResponseOf<E>>);

export interface TestServer {
  /** All requests so far, in order. */
  calls: Call[];
  callsTo: (endpoint: Pick<Endpoint, 'method' | 'path'>) => Call[];
  answer: <E extends Endpoint>(endpoint: E, answer: Answer<E>) => void;
  refuse: (
    endpoint: Endpoint,
    status: number,
    text: string,
    headers?: Record<string, string>,
  ) => void;
}

const pattern = (path: string) => new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`);

const aborted = (signal: AbortSignal | null) =>
  new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
  );

/**
 * Replaces the server at `fetch`. Every response must match its contract. A path without a response
 * gets a 404 response.
 */
export function installServerStub(): TestServer {
  const handlers: { method: string; path: RegExp; hasParameter: boolean; handle: Handler }[] = [];
  const calls: Call[] = [];

  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}): Promise<Response> => {
    const method = init.method ?? 'GET';
    const path = url.replace(/\?.*/, '');
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    calls.push({ method, path, body, headers: new Headers(init.headers) });
    const fitting = handlers.filter(
      (handler) => handler.method === method && handler.path.test(path),
    );
    // As on the server, a path without a parameter has priority over a path with a parameter.
    const found = fitting.findLast(({ hasParameter }) => !hasParameter) ?? fitting.at(-1);
    if (!found) return new Response(`Nothing answers ${method} ${path}`, { status: 404 });
    return Promise.race([found.handle(body, init.signal ?? null), aborted(init.signal ?? null)]);
  });

  const handle = ({ method, path }: Endpoint, handler: Handler) =>
    handlers.push({
      method,
      path: pattern(path),
      hasParameter: path.includes(':'),
      handle: handler,
    });
  return {
    calls,
    callsTo: ({ method, path }) =>
      calls.filter((call) => call.method === method && pattern(path).test(call.path)),
    answer: <E extends Endpoint>(endpoint: E, answer: Answer<E>) => {
      const answerTo =
        typeof answer === 'function' ? (answer as (body: unknown) => unknown) : () => answer;
      handle(endpoint, async (body) =>
        Response.json(endpoint.response.parse(await answerTo(endpoint.body.parse(body)))),
      );
    },
    refuse: (endpoint, status, text, headers = {}) => {
      handle(endpoint, async () => new Response(text, { status, headers }));
    },
  };
}
