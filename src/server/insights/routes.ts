import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isSignedIn } from '#server/auth/session.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { dayIn } from '#shared/core/dates.ts';
import { getInsights, type Insights } from '#shared/insights/insights.ts';
import { authorizeInsightsVisit } from './access.ts';
import { renderInsightsEmail, renderUnavailablePage } from './email/page.ts';
import { readInsights } from './read.ts';

/**
 * Maximum number of requests per client and minute, to protect the server from a flood of requests.
 * Keys need no such limit, because they are too long to be guessed.
 */
const visitsPerMinute = 120;
const visitSchema = z.object({ params: getInsights.params, query: getInsights.query });
const config = { rateLimit: { max: visitsPerMinute, timeWindow: '1 minute' } };

export function insightsRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const queries = database.foreground;

  /**
   * Returns the insights of a practice. Returns `undefined` for an unknown or lost customer, and
   * for a missing, wrong, expired or revoked link.
   */
  async function read(
    institutionId: number,
    token: string | undefined,
    isSignedIn: boolean,
  ): Promise<Insights | undefined> {
    const now = clock();
    const admitted = await authorizeInsightsVisit(queries, {
      institutionId,
      token,
      isSignedIn,
      env,
      now,
    });
    if (admitted === undefined) return undefined;
    const insights = await readInsights(queries, institutionId, dayIn(env.BUSINESS_TIME_ZONE, now));
    return insights && { ...insights, ...admitted };
  }

  route(
    app,
    getInsights,
    async ({ params: { id }, query: { token }, request }) => {
      const insights = await read(id, token, request.user !== undefined);
      if (insights === undefined) throw notFound('This page');
      return insights;
    },
    { config },
  );

  // The server renders this page like an email, because it must work without scripts.
  app.get('/insights/:id', { schema: { hide: true }, config }, async (request, reply) => {
    const visit = visitSchema.safeParse({ params: request.params, query: request.query });
    const isColleague = await isSignedIn(dependencies, request);
    const insights = visit.success
      ? await read(visit.data.params.id, visit.data.query.token, isColleague)
      : undefined;
    // The URL contains the key, so the response must not be cached.
    reply.type('text/html; charset=utf-8').header('cache-control', 'private, no-store');
    return insights === undefined
      ? reply.code(404).send(renderUnavailablePage())
      : reply.send(renderInsightsEmail(insights));
  });
}
