import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/dependencies.ts';
import { listRoute } from '#server/list-route.ts';
import { route } from '#server/route.ts';
import { getBenchmarkChanges, getBenchmarkDistribution, getBenchmarkTable } from '#shared/benchmark-table.ts';
import { benchmarkDistribution } from './benchmark-distribution.ts';
import { benchmarkChangesCache, benchmarkTableCache } from './benchmark-table.ts';

export function benchmarkTableRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  listRoute(app, getBenchmarkTable, benchmarkTableCache(dependencies));
  listRoute(app, getBenchmarkChanges, benchmarkChangesCache(dependencies));
  route(app, getBenchmarkDistribution, ({ query }) => benchmarkDistribution(dependencies.database.requests, query));
}
