import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { createRecentAnswerCache } from '#server/core/recent.ts';
import { getRiskEpisodes, type RiskEpisode } from '#shared/churn/causes/episodes.ts';
import { dayIn } from '#shared/core/dates.ts';
import { findRiskEpisodes, riskEpisodesCacheVersion } from './queries.ts';

export function causeRoutes(app: FastifyInstance, { database, clock, env }: Dependencies): void {
  const { foreground } = database;
  const answers = createRecentAnswerCache<RiskEpisode[]>(1);

  route(app, getRiskEpisodes, async () => {
    const today = dayIn(env.BUSINESS_TIME_ZONE, clock());
    return {
      rows: await answers(`${today} ${await riskEpisodesCacheVersion(foreground)}`, () =>
        findRiskEpisodes(foreground, today),
      ),
    };
  });
}
