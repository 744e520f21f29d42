import type { FastifyInstance } from 'fastify';
import { requestDurationHistogram } from './instruments.ts';

/** Measures the duration of all requests. Must be registered before the routes. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    requestDurationHistogram.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });
}
