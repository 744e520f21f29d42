import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { getIntegrations, postIntegrationTest } from '#shared/admin/integrations.ts';
import { listIntegrations, testProvider } from './integrations.ts';

export function integrationRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock } = dependencies;

  route(app, getIntegrations, async () => ({ rows: await listIntegrations(dependencies) }));

  route(app, postIntegrationTest, async ({ params: { provider }, user }) => {
    const found = await testProvider(dependencies, provider);
    const object = { objectType: 'provider', objectId: provider };
    await writeAudit(database.foreground, {
      at: clock(),
      actor: user.id,
      action: 'integration.test',
      ...object,
      detail: { error: found.error },
    });
    return found;
  });
}
