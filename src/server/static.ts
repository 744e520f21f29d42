import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from './errors.ts';

/** The web bundle: hashed assets for ever, and the one page for every address that is not the API's. */
export async function servePages(app: FastifyInstance, { pages }: { pages: string }): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(pages, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: true,
  });
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    if (/^\/(api|auth|assets)(\/|$)/.test(request.url)) throw notFound('This address');
    return reply.header('cache-control', 'no-cache').sendFile('index.html', pages, { immutable: false, maxAge: 0 });
  });
}
