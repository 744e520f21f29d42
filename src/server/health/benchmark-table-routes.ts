import type { FastifyInstance } from 'fastify';
import { sendCachedList } from '#server/cached-list.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { route } from '#server/route.ts';
import { getBenchmarkDistribution, getBenchmarkTable } from '#shared/benchmark-table.ts';
import { benchmarkDistribution } from './benchmark-distribution.ts';
import { benchmarkTableCache } from './benchmark-table.ts';

export function benchmarkTableRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const table = benchmarkTableCache(dependencies);

  app.route({
    method: getBenchmarkTable.method,
    url: getBenchmarkTable.path,
    schema: { summary: getBenchmarkTable.summary, response: { 200: getBenchmarkTable.response } },
    handler: async (request, reply) => sendCachedList(request, reply, await table()),
  });

  route(app, getBenchmarkDistribution, ({ query }) => benchmarkDistribution(dependencies.database.requests, query));
}
