import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { createRecentAnswerCache } from '#server/core/recent.ts';
import {
  buildSurvivalCohorts,
  type CustomerLifetime,
  computeChurnByTenure,
  computeSurvivalByGroup,
} from '#shared/churn/survival/rules.ts';
import {
  cohortMonths,
  getChurnByTenure,
  getSurvivalCohorts,
  getSurvivalCurves,
} from '#shared/churn/survival/survival.ts';
import { dayIn } from '#shared/core/dates.ts';
import {
  countRetainedByCohort,
  countWithoutGoLive,
  customerLifetimesCacheVersion,
  findCustomerLifetimes,
  findLossRecordsStart,
} from './queries.ts';

export function survivalRoutes(app: FastifyInstance, { database, clock, env }: Dependencies): void {
  const { foreground } = database;
  const answers = createRecentAnswerCache<CustomerLifetime[]>(1);
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  async function watchedLives() {
    const knownSince = await findLossRecordsStart(foreground);
    if (knownSince === null) return { knownSince, lives: [] };
    const version = await customerLifetimesCacheVersion(foreground);
    return {
      knownSince,
      lives: await answers(`${today()} ${version}`, () =>
        findCustomerLifetimes(foreground, knownSince, today()),
      ),
    };
  }

  route(app, getSurvivalCurves, async ({ query: { by, closed } }) => {
    const { knownSince, lives } = await watchedLives();
    return {
      knownSince,
      withoutGoLive: await countWithoutGoLive(foreground),
      ...computeSurvivalByGroup(lives, by, closed),
    };
  });

  route(app, getChurnByTenure, async ({ query: { closed } }) =>
    computeChurnByTenure((await watchedLives()).lives, closed),
  );

  route(app, getSurvivalCohorts, async () => {
    const knownSince = await findLossRecordsStart(foreground);
    return {
      rows:
        knownSince === null
          ? []
          : buildSurvivalCohorts(
              await countRetainedByCohort(foreground, knownSince, today(), cohortMonths),
            ),
    };
  });
}
