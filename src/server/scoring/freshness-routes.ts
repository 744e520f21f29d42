import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { failedKinds, freshness } from './freshness-queries.ts';

export function freshnessRoutes(app: FastifyInstance, { database: { foreground } }: Dependencies): void {
  route(app, getFreshness, async () => ({ ...(await freshness(foreground)), failed: await failedKinds(foreground) }));
}
