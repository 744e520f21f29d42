import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#shared/core/endpoint.ts';
import type { User } from '#shared/core/user.ts';
import { forbidden, unauthenticated } from '../errors.ts';
import { withOrigin } from './request-origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session hook; undefined on a public path without a session. */
    user: User | undefined;
  }
}

export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Who calls; on a public path there may be nobody, and reading it is a 401. */
  user: User;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Refuses whoever is no admin. A route that has it is known as an admin's, and a test walks all of those. */
export async function requireAdmin(request: FastifyRequest): Promise<void> {
  if (request.user?.role !== 'admin') throw forbidden();
}

/** Refuses whoever lacks the role that a call asks for. */
export const requireRole = (role: Endpoint['role']) => (role === 'admin' ? [requireAdmin] : []);

/** Registers a contract: what comes in and what goes out is validated with it, and its role is asked for first. */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Promise<ResponseOf<E>>,
  /** Limits of its own. */
  options: Pick<RouteShorthandOptions, 'bodyLimit' | 'config'> = {},
): void {
  app.route({
    ...options,
    method: endpoint.method,
    url: endpoint.path,
    schema: {
      summary: endpoint.summary,
      params: endpoint.params,
      querystring: endpoint.query,
      ...(endpoint.method === 'GET' ? {} : { body: endpoint.body }),
      response: { 200: endpoint.response },
    },
    onRequest: requireRole(endpoint.role),
    handler: async (request, reply) => {
      const answer = () =>
        handle({
          params: request.params as ParamsOf<E>,
          query: request.query as QueryOf<E>,
          body: request.body as BodyOf<E>,
          get user() {
            if (request.user === undefined) throw unauthenticated();
            return request.user;
          },
          request,
          reply,
        });
      return endpoint.method === 'GET' ? answer() : withOrigin({ requestId: request.id, address: request.ip }, answer);
    },
  });
}
