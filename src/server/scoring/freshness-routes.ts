import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { jobTroubles } from '#server/core/jobs/trouble-queries.ts';
import { getFirstSteps } from '#shared/scoring/first-steps.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { hasScores, readFreshness } from './freshness-queries.ts';
import { findMissingScoreDataKinds } from './week-queries.ts';

export function freshnessRoutes(app: FastifyInstance, { database, jobs }: Dependencies): void {
  const { foreground } = database;

  route(app, getFirstSteps, async () => ({
    missing: await findMissingScoreDataKinds(foreground),
    isScored: await hasScores(foreground),
  }));

  route(app, getFreshness, async () => {
    const replica = database.replica();
    return {
      ...(await readFreshness(foreground)),
      troubles: await jobTroubles(foreground, jobs.known),
      replica: replica && {
        secondsBehind: replica.lagMs === null ? null : replica.lagMs / 1000,
        isUsed: replica.isUsed,
      },
    };
  });
}
