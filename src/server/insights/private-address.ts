import type { FastifyInstance } from 'fastify';

/** Addresses of practices' own pages and their API calls. Each may contain the key of a link. */
const withKey = /^\/(customer-insights(-desktop|-ios)?|insights|public\/insights|api\/public\/insights)(\/|$)/;

/**
 * Hides the address of practices' pages from other sites, for every response. Also checks the route, because the router decodes an
 * address before it matches.
 */
export function hideInsightsAddress(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url, routeOptions }, reply, done) => {
    const path = url.split('?', 1)[0] ?? '';
    if (withKey.test(path) || withKey.test(routeOptions.url ?? '')) reply.header('referrer-policy', 'no-referrer');
    done();
  });
}
