import type { FastifyInstance } from 'fastify';
import { getReadiness, getServerStatus } from '#shared/core/server-status.ts';
import { clockTroubleText } from '../clock/rules.ts';
import type { Dependencies } from '../dependencies.ts';
import { busy } from '../errors.ts';
import { route } from '../http/route.ts';
import { checkServer } from './server-status.ts';

export function serverStatusRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const checks = app.rooms.flatMap((room) => room.checks ?? []);

  route(app, getServerStatus, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return checkServer(dependencies, checks);
  });

  route(app, getReadiness, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    const database = await dependencies.database.check();
    if (database.status === 'down') throw busy('The database does not answer.');
    const { trouble } = dependencies.clockGuard;
    if (trouble?.kind === 'apart') throw busy(clockTroubleText(trouble));
    return { status: 'ready' as const };
  });
}
