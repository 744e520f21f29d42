import type { FastifyInstance } from 'fastify';
import type { IdentityProviderRequestHandler } from '#server/core/providers/identity.ts';

/**
 * Passes requests at a path to a provider in this process. The provider reads bodies and writes
 * responses itself.
 */
export async function registerIdentityProviderPages(
  app: FastifyInstance,
  { path, answer }: IdentityProviderRequestHandler,
): Promise<void> {
  // This hook runs before the body is read, because the provider reads the body.
  app.addHook('onRequest', async (request, reply) => {
    reply.hijack();
    answer(request.raw, reply.raw);
  });
  app.all(`${path}/*`, { schema: { hide: true } }, () => undefined);
}
