import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { sharedListRoute } from '#server/list/list-route.ts';
import {
  getBenchmarkChanges,
  getBenchmarkDistribution,
  getBenchmarkTable,
} from '#shared/benchmarks/table.ts';
import { readBenchmarkDistribution } from './distribution.ts';
import { createBenchmarkLogReader, createBenchmarkTableReader } from './table.ts';

export function benchmarksRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  sharedListRoute(app, getBenchmarkTable, createBenchmarkTableReader(dependencies));
  sharedListRoute(app, getBenchmarkChanges, createBenchmarkLogReader(dependencies));
  route(app, getBenchmarkDistribution, ({ query }) =>
    readBenchmarkDistribution(dependencies.database.reading(), query),
  );
}
