import type { FastifyInstance } from 'fastify';
import type { ProviderPages } from '#server/core/providers/identity.ts';

/** Gives the requests below its path to a provider that is part of this server, which reads bodies and writes headers itself. */
export async function providerPages(app: FastifyInstance, { path, answer }: ProviderPages): Promise<void> {
  // Before anything reads the body.
  app.addHook('onRequest', async (request, reply) => {
    reply.hijack();
    answer(request.raw, reply.raw);
  });
  app.all(`${path}/*`, { schema: { hide: true } }, () => undefined);
}
