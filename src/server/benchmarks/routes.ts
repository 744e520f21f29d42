import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { listRoute } from '#server/list/list-route.ts';
import {
  getBenchmarkChanges,
  getBenchmarkDistribution,
  getBenchmarkTable,
} from '#shared/benchmarks/table.ts';
import { benchmarkDistribution } from './distribution.ts';
import { benchmarkChangesCache, benchmarkTableCache } from './table.ts';

export function benchmarksRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  listRoute(app, getBenchmarkTable, benchmarkTableCache(dependencies));
  listRoute(app, getBenchmarkChanges, benchmarkChangesCache(dependencies));
  route(app, getBenchmarkDistribution, ({ query }) =>
    benchmarkDistribution(dependencies.database.reading(), query),
  );
}
