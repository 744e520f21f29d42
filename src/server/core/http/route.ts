import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#shared/core/endpoint.ts';
import type { User } from '#shared/core/user.ts';
import { forbidden, unauthenticated } from '../errors.ts';
import { runWithRequestIdAndAddress } from '../request-source.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Signed-in user, set by the session hook; `undefined` on a public path without a session. */
    user: User | undefined;
  }
}

export interface RouteInput<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /**
   * Signed-in user. Reading this property without a session, which is possible on a public path,
   * throws a 401 error.
   */
  user: User;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Throws a 403 error unless the user is an admin. Routes with this hook count as admin routes, and
 * a test covers all admin routes.
 */
export async function requireAdmin(request: FastifyRequest): Promise<void> {
  if (request.user?.role !== 'admin') throw forbidden();
}

/** Returns the hooks that require a role. */
export const createRoleCheckHooks = (role: Endpoint['role']) =>
  role === 'admin' ? [requireAdmin] : [];

/**
 * Registers an endpoint. The route first checks the role, then validates request and response
 * against the contract.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: RouteInput<E>) => Promise<ResponseOf<E>>,
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
    onRequest: createRoleCheckHooks(endpoint.role),
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
      return endpoint.method === 'GET'
        ? answer()
        : runWithRequestIdAndAddress({ requestId: request.id, address: request.ip }, answer);
    },
  });
}
