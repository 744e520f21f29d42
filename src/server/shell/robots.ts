import type { FastifyInstance } from 'fastify';
import type { PageManifest } from '#shared/core/pages/page-manifest.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `true` when search engines may index this route. By default, they may not. */
    isIndexed?: boolean;
  }
}

export const noIndexHeaders = { 'x-robots-tag': 'noindex' };

/** Adds `X-Robots-Tag: noindex` to every response of routes that are not marked `isIndexed`. */
export function preventIndexing(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config?.isIndexed !== true) reply.headers(noIndexHeaders);
    done();
  });
}

/**
 * Returns the text of robots.txt. It allows the indexed pages and the files that these pages need.
 */
export function buildRobotsText(manifest: PageManifest, publicFiles: readonly string[]): string {
  const indexed = manifest
    .filter(({ isIndexed }) => isIndexed)
    .map(({ path }) => path.replace(/:\w+/g, '*'));
  return [
    'User-agent: *',
    ...indexed.flatMap((path) => [`Allow: ${path}$`, `Allow: ${path}?`]),
    'Allow: /assets/',
    ...publicFiles.map((name) => `Allow: /${name}`),
    'Disallow: /',
    '',
  ].join('\n');
}
