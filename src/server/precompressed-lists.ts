import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { cachedSessionUser, type SessionDependencies } from '#server/auth/session.ts';
import { requestDurationHistogram } from '#server/core/telemetry/instruments.ts';
import { chooseResponse, type EncodedResponse } from '#server/list/cached-list.ts';

/**
 * Answers requests for compressed lists before the router runs, if the session is cached and the
 * list is built and compressed. All other requests use the router and get the same response.
 * docs/decisions/003-precompressed-lists.md contains measurements.
 */
export function answerPrecompressedLists(
  app: FastifyInstance,
  sessions: SessionDependencies,
  always: Record<string, string>,
): void {
  const { server } = app;
  const usual = server.listeners('request');
  const whole = new WeakMap<EncodedResponse, Record<string, string>>();
  const headersOf = (ready: EncodedResponse) => {
    const headers = whole.get(ready) ?? { ...always, ...ready.headers };
    whole.set(ready, headers);
    return headers;
  };
  const isMeasured = sessions.env.METRICS_TOKEN !== undefined;
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  function answered(request: IncomingMessage, response: ServerResponse): boolean {
    const list =
      request.method === 'GET' && !isClosing ? app.lists.get(request.url ?? '') : undefined;
    const startedAt = performance.now();
    const { cookie } = request.headers;
    if (
      list === undefined ||
      cookie === undefined ||
      cachedSessionUser(sessions, app.parseCookie(cookie)) === undefined
    )
      return false;
    const ready = list();
    if (ready instanceof Promise) return false;
    const answer = chooseResponse(ready, request.headers);
    if (answer instanceof Promise) return false;
    response.writeHead(answer.status, headersOf(answer)).end(answer.body);
    if (isMeasured)
      requestDurationHistogram.observe(
        { method: 'GET', route: request.url ?? '', status: answer.status },
        (performance.now() - startedAt) / 1000,
      );
    return true;
  }

  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!answered(request, response))
      for (const listener of usual) listener.call(server, request, response);
  });
}
