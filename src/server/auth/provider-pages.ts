import type { FastifyInstance } from 'fastify';
import type { ProviderPages } from '#server/core/providers/identity.ts';

/**
 * Passes requests below a path to a local provider, which reads bodies and writes headers itself.
 */
export async function registerProviderPages(
  app: FastifyInstance,
  { path, answer }: ProviderPages,
): Promise<void> {
  // Must run before the body is read.
  app.addHook('onRequest', async (request, reply) => {
    reply.hijack();
    answer(request.raw, reply.raw);
  });
  app.all(`${path}/*`, { schema: { hide: true } }, () => undefined);
}
