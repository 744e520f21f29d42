import type { FastifyInstance } from 'fastify';

/**
 * Paths of insights pages and of their API requests. Their query string can contain the key of a
 * link.
 */
const keyedPath =
  /^\/(customer-insights(-desktop|-ios)?|insights|public\/insights|api\/insights\/public)(\/|$)/;

/**
 * Sets `Referrer-Policy: no-referrer` on every response of an insights page, so that other sites
 * never receive its URL. The URL's path may be percent-encoded, so the matched route is checked
 * too.
 */
export function setInsightsReferrerPolicy(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url, routeOptions }, reply, done) => {
    const path = url.split('?', 1)[0] ?? '';
    if (keyedPath.test(path) || keyedPath.test(routeOptions.url ?? ''))
      reply.header('referrer-policy', 'no-referrer');
    done();
  });
}
