import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { createRecentAnswerCache } from '#server/core/recent.ts';
import {
  buildSurvivalCohorts,
  type CustomerLifetime,
  computeTenure,
  survivalByGroup,
} from '#shared/churn/survival/rules.ts';
import {
  cohortMonths,
  getSurvival,
  getSurvivalCohorts,
  getTenure,
} from '#shared/churn/survival/survival.ts';
import { dayIn } from '#shared/core/dates.ts';
import {
  countRetainedByCohort,
  countWithoutGoLive,
  customerLifetimesVersion,
  findCustomerLifetimes,
  lossesKnownSince,
} from './queries.ts';

export function survivalRoutes(app: FastifyInstance, { database, clock, env }: Dependencies): void {
  const { foreground } = database;
  const answers = createRecentAnswerCache<CustomerLifetime[]>(1);
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  async function watchedLives() {
    const knownSince = await lossesKnownSince(foreground);
    if (knownSince === null) return { knownSince, lives: [] };
    const version = await customerLifetimesVersion(foreground);
    return {
      knownSince,
      lives: await answers(`${today()} ${version}`, () =>
        findCustomerLifetimes(foreground, knownSince, today()),
      ),
    };
  }

  route(app, getSurvival, async ({ query: { by, closed } }) => {
    const { knownSince, lives } = await watchedLives();
    return {
      knownSince,
      withoutGoLive: await countWithoutGoLive(foreground),
      ...survivalByGroup(lives, by, closed),
    };
  });

  route(app, getTenure, async ({ query: { closed } }) =>
    computeTenure((await watchedLives()).lives, closed),
  );

  route(app, getSurvivalCohorts, async () => {
    const knownSince = await lossesKnownSince(foreground);
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
