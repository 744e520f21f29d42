import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRoleCheckHooks } from '#server/core/http/route.ts';
import type { Endpoint, QueryOf } from '#shared/core/endpoint.ts';
import { type CachedList, chooseResponse } from './cached-list.ts';

type List = () => CachedList<unknown> | Promise<CachedList<unknown>>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Cached lists by the path of their endpoint. */
    lists: Map<string, List>;
  }
}

async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  list: ReturnType<List>,
): Promise<FastifyReply> {
  const { status, headers, body } = await chooseResponse(await list, request.headers);
  return reply.code(status).headers(headers).send(body);
}

/**
 * Registers an endpoint that returns the same list for all users. The server can send a cached list
 * before the request reaches the router.
 */
export function sharedListRoute(app: FastifyInstance, endpoint: Endpoint, list: List): void {
  app.lists.set(endpoint.path, list);
  versionCheckedListRoute(app, endpoint, list, { isShared: true });
}

/**
 * Registers an endpoint that returns a list, which may depend on the query but not on the user. The
 * list's version is read on every request.
 */
export function versionCheckedListRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  list: (query: QueryOf<E>) => ReturnType<List>,
  config: FastifyContextConfig = {},
): void {
  app.route({
    config,
    method: endpoint.method,
    url: endpoint.path,
    schema: {
      summary: endpoint.summary,
      querystring: endpoint.query,
      response: { 200: endpoint.response },
    },
    onRequest: createRoleCheckHooks(endpoint.role),
    handler: (request, reply) => sendList(request, reply, list(request.query as QueryOf<E>)),
  });
}
