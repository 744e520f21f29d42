import type { FastifyInstance } from 'fastify';
import type { PageManifest } from '#shared/core/pages/page-manifest.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Search engines may show what this route answers; nothing else. */
    isIndexed?: boolean;
  }
}

export const notIndexed = { 'x-robots-tag': 'noindex' };

/** Everything is kept out of search engines but the routes that say otherwise: calls, sign-in, app and errors. */
export function keepOutOfSearch(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config?.isIndexed !== true) reply.headers(notIndexed);
    done();
  });
}

/** What crawlers may fetch: the indexed pages, and what those need to be drawn. */
export function robotsText(manifest: PageManifest, publicFiles: readonly string[]): string {
  const indexed = manifest.filter(({ isIndexed }) => isIndexed).map(({ path }) => path.replace(/:\w+/g, '*'));
  return [
    'User-agent: *',
    ...indexed.flatMap((path) => [`Allow: ${path}$`, `Allow: ${path}?`]),
    'Allow: /assets/',
    ...publicFiles.map((name) => `Allow: /${name}`),
    'Disallow: /',
    '',
  ].join('\n');
}
