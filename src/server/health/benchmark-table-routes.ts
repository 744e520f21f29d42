import type { FastifyInstance } from 'fastify';
import { sendCachedList } from '#server/cached-list.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { route } from '#server/route.ts';
import { getBenchmarkChanges, getBenchmarkDistribution, getBenchmarkTable } from '#shared/benchmark-table.ts';
import { benchmarkDistribution } from './benchmark-distribution.ts';
import { benchmarkChangesCache, benchmarkTableCache } from './benchmark-table.ts';

export function benchmarkTableRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const lists = [
    { endpoint: getBenchmarkTable, list: benchmarkTableCache(dependencies) },
    { endpoint: getBenchmarkChanges, list: benchmarkChangesCache(dependencies) },
  ];
  for (const { endpoint, list } of lists) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: { summary: endpoint.summary, response: { 200: endpoint.response } },
      handler: async (request, reply) => sendCachedList(request, reply, await list()),
    });
  }

  route(app, getBenchmarkDistribution, ({ query }) => benchmarkDistribution(dependencies.database.requests, query));
}
