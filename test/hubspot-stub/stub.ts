import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { associateWithCompanies, readAssociations } from './associations.ts';
import { answerBatchRead, archiveTickets, upsertRecords } from './batches.ts';
import { handleTicketRequest, listOwners, listPipelines, listRecords } from './lists.ts';
import { answerSearch } from './search.ts';
import { isStubObjectType, RefusedRequestError, type StubAnswer, type StubWorld } from './world.ts';

/** Faulty response instead of the correct response; `undefined` for the correct response. */
type FaultyAnswer = StubAnswer | 'broken JSON' | 'hang up' | 'one byte' | 'no end' | undefined;
/**
 * Returns the faulty response to a call; `undefined` for the correct response. A promise delays the
 * response. `count` is the number of the call, from 1.
 */
export type FaultInjector = (path: string, count: number) => FaultyAnswer | Promise<FaultyAnswer>;

export interface StubOptions {
  version?: '2026-09' | 'v3';
  /** Clock for the limit of searches and for the times of new records. */
  now?: () => Date;
}

const searchesPerSecond = 5;

/**
 * Starts a strict HubSpot stub. It refuses the fields, properties, sizes and call rates that
 * HubSpot refuses.
 */
export async function startHubspotStub(
  world: StubWorld,
  token: string,
  { version = '2026-09', now = () => new Date() }: StubOptions = {},
) {
  const calls: { path: string; body: unknown }[] = [];
  const searches: number[] = [];
  let fault: FaultInjector = () => undefined;
  let endlessBytes = 0;
  const server = createServer((request, response) => {
    reply(request, response).catch((error: unknown) => {
      send(response, error instanceof RefusedRequestError ? 400 : 500, {
        status: 'error',
        message: String(error),
        category: 'VALIDATION_ERROR',
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stub');
    const sent = await text(request);
    calls.push({ path: `${url.pathname}${url.search}`, body: sent });
    if (request.headers.authorization !== `Bearer ${token}`)
      return send(response, 401, {
        status: 'error',
        message: `${request.headers.authorization} is not valid`,
        category: 'INVALID_AUTHENTICATION',
      });
    const wrong = await fault(url.pathname, calls.length);
    if (wrong === 'hang up') return void request.socket.destroy();
    if (wrong === 'one byte') return void response.write('{');
    if (wrong === 'no end') return sendWithoutEnd(response);
    const path = plainPath(url.pathname, version);
    const right =
      (path?.endsWith('/search') ? tooManySearches() : undefined) ??
      answerTo(`${request.method} ${path}`, url.searchParams, sent);
    if (wrong === 'broken JSON')
      return void response.end(JSON.stringify(right.body ?? {}).slice(0, -2));
    const { status = 200, headers = {}, body } = wrong ?? right;
    send(response, status, body, headers);
  }

  /** Writes until the client disconnects, at most 300 MB. */
  async function sendWithoutEnd(response: ServerResponse): Promise<void> {
    const chunk = Buffer.alloc(1_000_000, ' ');
    for (let sent = 0; sent < 300 && !response.destroyed; sent += 1) {
      endlessBytes += chunk.length;
      if (!response.write(chunk))
        await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
    response.end();
  }

  function tooManySearches(): StubAnswer | undefined {
    const at = now().getTime();
    searches.push(at);
    if (searches.filter((each) => at - each < 1000).length <= searchesPerSecond) return undefined;
    const message = 'You have reached your secondly limit.';
    return {
      status: 429,
      body: { status: 'error', message, errorType: 'RATE_LIMIT', policyName: 'SECONDLY' },
    };
  }

  function answerTo(call: string, query: URLSearchParams, sent: string): StubAnswer {
    const [method, area, first, second, ...rest] = call.split(/[ /]/);
    const body = (): unknown => JSON.parse(sent);
    if (call === 'GET owners') return listOwners(world, query);
    if (call === 'GET pipelines/deals') return listPipelines(world.pipelines, query);
    if (call === 'GET pipelines/tickets') return listPipelines(world.ticketPipelines, query);
    const is = (pattern: string) => `${method} ${[second, ...rest].join('/')}` === pattern;
    if (area === 'objects' && isStubObjectType(first)) {
      if (is('GET ')) return listRecords(world, first, query);
      if (is('POST search')) return answerSearch(first, world[first], body());
      if (is('POST batch/read')) return answerBatchRead(world, first, body());
      if (first !== 'companies' && is('POST batch/upsert'))
        return upsertRecords(world, first, body(), now());
      if (first === 'tickets') {
        if (is('POST batch/archive')) return archiveTickets(world, body());
        if (/^\d+$/.test(second ?? '') && method === 'GET')
          return handleTicketRequest(world, String(second), query, undefined, now());
        if (/^\d+$/.test(second ?? '') && method === 'PATCH')
          return handleTicketRequest(world, String(second), query, body(), now());
      }
    }
    if (
      area === 'associations' &&
      isStubObjectType(first) &&
      isStubObjectType(second) &&
      method === 'POST'
    ) {
      if (rest.join('/') === 'batch/read') return readAssociations(world, first, second, body());
      if (
        rest.join('/') === 'batch/associate/default' &&
        first !== 'companies' &&
        second === 'companies'
      )
        return associateWithCompanies(world, first, body());
    }
    throw new RefusedRequestError(`${call} is not a call of HubSpot`);
  }

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** Times of searches, in milliseconds. */
    searches,
    /** Returns the number of bytes written in responses without an end. */
    endlessBytes: () => endlessBytes,
    set fault(next: FaultInjector) {
      fault = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns a path without its version; `undefined` for a path of the other API version. */
function plainPath(path: string, version: '2026-09' | 'v3'): string | undefined {
  if (version === 'v3')
    return (
      /^\/crm\/v3\/((?:objects|owners|pipelines).*)$/.exec(path)?.[1] ??
      /^\/crm\/v4\/(associations\/.*)$/.exec(path)?.[1]
    );
  const [, area, rest = ''] =
    /^\/crm\/(objects|owners|pipelines|associations)\/2026-09(\/.*)?$/.exec(path) ?? [];
  return area === undefined ? undefined : `${area}${rest}`;
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(body === undefined ? undefined : JSON.stringify(body));
}
