import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireRole } from '#server/core/http/route.ts';
import type { Endpoint, QueryOf } from '#shared/core/endpoint.ts';
import { type CachedList, readyAnswer } from './cached-list.ts';

type List = () => CachedList<unknown> | Promise<CachedList<unknown>>;

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls that answer a whole list, by their path. */
    lists: Map<string, List>;
  }
}

function send(request: FastifyRequest, reply: FastifyReply, list: CachedList<unknown>): FastifyReply {
  const { status, headers, body } = readyAnswer(list, request.headers);
  return reply.code(status).headers(headers).send(body);
}

async function sendList(request: FastifyRequest, reply: FastifyReply, list: ReturnType<List>): Promise<FastifyReply> {
  return send(request, reply, await list);
}

/** Registers a call that answers one list, the same for everyone; one that is kept ready is answered ahead of the router. */
export function listRoute(app: FastifyInstance, endpoint: Endpoint, list: List): void {
  app.lists.set(endpoint.path, list);
  freshListRoute(app, endpoint, list, { isShared: true });
}

/** Registers a call that answers a list by its query, the same for everyone, for which something is asked every time. */
export function freshListRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  list: (query: QueryOf<E>) => ReturnType<List>,
  config: FastifyContextConfig = {},
): void {
  app.route({
    config,
    method: endpoint.method,
    url: endpoint.path,
    schema: { summary: endpoint.summary, querystring: endpoint.query, response: { 200: endpoint.response } },
    onRequest: requireRole(endpoint.role),
    handler: (request, reply) => sendList(request, reply, list(request.query as QueryOf<E>)),
  });
}
