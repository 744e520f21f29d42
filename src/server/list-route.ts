import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#shared/endpoint.ts';
import { type Sessions, userAtHand } from './auth/session.ts';
import { type CachedList, type ReadyAnswer, readyAnswer } from './cached-list.ts';

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

/** For a list whose address says more than its path. */
export async function sendList(request: FastifyRequest, reply: FastifyReply, list: ReturnType<List>): Promise<FastifyReply> {
  return send(request, reply, await list);
}

/** Registers a call that answers one list, the same for everyone; one that is kept ready is answered ahead of the router. */
export function listRoute(app: FastifyInstance, endpoint: Endpoint, list: List): void {
  app.lists.set(endpoint.path, list);
  freshListRoute(app, endpoint, list, { isShared: true });
}

/** Registers a call that answers one list, the same for everyone, for which something is asked every time. */
export function freshListRoute(app: FastifyInstance, endpoint: Endpoint, list: List, config: FastifyContextConfig = {}): void {
  app.route({
    config,
    method: endpoint.method,
    url: endpoint.path,
    schema: { summary: endpoint.summary, response: { 200: endpoint.response } },
    handler: (request, reply) => sendList(request, reply, list()),
  });
}

/**
 * Answers a list ahead of the router when nothing has to be waited for: the session was read a moment ago and the list is
 * there. Everything else goes the usual way, with the same answer. docs/decisions/003-ready-lists.md says what it saves.
 */
export function answerReadyLists(app: FastifyInstance, sessions: Sessions, always: Record<string, string>): void {
  const { server } = app;
  const usual = server.listeners('request');
  const whole = new WeakMap<ReadyAnswer, Record<string, string>>();
  const headersOf = (ready: ReadyAnswer) => {
    const headers = whole.get(ready) ?? { ...always, ...ready.headers };
    whole.set(ready, headers);
    return headers;
  };
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  function answered(request: IncomingMessage, response: ServerResponse): boolean {
    const list = request.method === 'GET' && !isClosing ? app.lists.get(request.url ?? '') : undefined;
    const { cookie } = request.headers;
    if (list === undefined || cookie === undefined || userAtHand(sessions, app.parseCookie(cookie)) === undefined) return false;
    const ready = list();
    if (ready instanceof Promise) return false;
    const answer = readyAnswer(ready, request.headers);
    response.writeHead(answer.status, headersOf(answer)).end(answer.body);
    return true;
  }

  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!answered(request, response)) for (const listener of usual) listener.call(server, request, response);
  });
}
