import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Dependencies } from '../dependencies.ts';
import { HttpError } from '../errors.ts';
import { measureProcess, registry } from './instruments.ts';
import { standingMetrics } from './standing.ts';

const path = '/metrics';

/**
 * Figures for Prometheus, for whoever brings the token; without METRICS_TOKEN there is no such address. Where a
 * request comes from says nothing about who asks: behind a proxy on this machine all come from this machine.
 */
export function telemetryRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { METRICS_TOKEN: token } = dependencies.env;
  if (token === undefined) return;
  measureProcess();
  const standing = standingMetrics(dependencies);
  app.get(path, { schema: { hide: true } }, async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`))
      throw new HttpError(401, 'Send the token of METRICS_TOKEN as a bearer token.', { 'www-authenticate': 'Bearer' });
    const all = Registry.merge([registry, standing]);
    return reply
      .header('cache-control', 'no-store')
      .type(all.contentType)
      .send(await all.metrics());
  });
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** In the same time, however much of the two is alike. */
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));
