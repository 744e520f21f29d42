import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Dependencies } from '../dependencies.ts';
import { HttpError } from '../errors.ts';
import { createCurrentMetricsRegistry } from './current-metrics.ts';
import { metricsRegistry, startProcessMetrics } from './instruments.ts';

const path = '/metrics';

/**
 * Registers the Prometheus metrics for callers with the token. Without METRICS_TOKEN, the path does
 * not exist. The caller's address is not checked, because behind a local proxy all requests come
 * from this machine.
 */
export function telemetryRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { METRICS_TOKEN: token } = dependencies.env;
  if (token === undefined) return;
  startProcessMetrics();
  const current = createCurrentMetricsRegistry(dependencies);
  app.get(path, { schema: { hide: true } }, async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`))
      throw new HttpError(401, 'Send the token of METRICS_TOKEN as a bearer token.', {
        'www-authenticate': 'Bearer',
      });
    const all = Registry.merge([metricsRegistry, current]);
    return reply
      .header('cache-control', 'no-store')
      .type(all.contentType)
      .send(await all.metrics());
  });
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares two texts in constant time. */
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));
