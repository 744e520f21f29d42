import type { FastifyInstance } from 'fastify';

/** Addresses of practices' own pages and of what these pages call: each may hold the key of a link. */
const withKey = /^\/(customer-insights(-desktop|-ios)?|insights|public\/insights|api\/public\/insights)(\/|$)/;

/**
 * Keeps the address of practices' pages from other sites, whatever is answered there. It asks the route as well, because the router
 * decodes an address before it matches.
 */
export function hideInsightsAddress(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url, routeOptions }, reply, done) => {
    const path = url.split('?', 1)[0] ?? '';
    if (withKey.test(path) || withKey.test(routeOptions.url ?? '')) reply.header('referrer-policy', 'no-referrer');
    done();
  });
}
