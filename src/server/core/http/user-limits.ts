import type { FastifyContextConfig, FastifyInstance, RouteHandlerMethod } from 'fastify';
import { tooManyRequests } from '../errors.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { countAgainstLimit } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `true` when the answer is built once for all users, so that frequent requests cost almost
     * nothing.
     */
    isShared?: boolean;
  }
}

/**
 * Limits per user, far above what pages need: the largest board sends about 15 requests, and a
 * browser sends 6 at a time.
 */
export const userLimits = { perMinute: 1_200, atOnce: 6, waiting: 60, waitMilliseconds: 10_000 };

const isLimited = (url: string, config: FastifyContextConfig | undefined): boolean =>
  url.startsWith('/api/') && !url.startsWith('/api/docs') && config?.isShared !== true;

/**
 * Limits the requests of a user over all browsers and connections, so that the database remains
 * available to other users. Limits the requests per minute and the active requests at a time. Must
 * be registered after the session hook and before the routes.
 */
export function limitUsers(app: FastifyInstance): void {
  const rate = app.createRateLimit({
    max: userLimits.perMinute,
    timeWindow: 60_000,
    keyGenerator: ({ user }) => user?.id ?? '',
  });
  app.addHook('onRequest', (request, _, done) => {
    if (
      request.user === undefined ||
      !isLimited(request.routeOptions.url ?? '', request.routeOptions.config)
    )
      return done();
    countAgainstLimit(rate, request, 'You have sent too many requests.').then(() => done(), done);
  });

  const turns = new ConcurrencyLimiter(userLimits);
  const inTurn = new WeakSet<RouteHandlerMethod>();
  const refuse = () => tooManyRequests('Your other requests are still being answered.', 2);
  app.addHook('onRoute', (route) => {
    // Fastify adds a HEAD route for each GET route. The HEAD route has the handler of the GET
    // route, which is already limited.
    if (
      !isLimited(route.url, route.config) ||
      route.config?.isEventStream === true ||
      inTurn.has(route.handler)
    )
      return;
    const handle = route.handler;
    const handleInTurn: RouteHandlerMethod = async function (request, reply) {
      const { user } = request;
      const answer = () => handle.call(this, request, reply);
      return user === undefined ? answer() : turns.take(user.id, answer, refuse);
    };
    inTurn.add(handleInTurn);
    route.handler = handleInTurn;
  });
}
