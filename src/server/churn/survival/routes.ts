import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import {
  buildSurvivalCohorts,
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
import { customerLifetimesReader } from './lifetimes.ts';
import { countRetainedByCohort, countWithoutGoLive, findLossRecordsStart } from './queries.ts';

export function survivalRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const { foreground } = database;
  const lifetimes = customerLifetimesReader(dependencies);

  route(app, getSurvivalCurves, async ({ query: { by, closed } }) => {
    const { knownSince, rows } = await lifetimes();
    return {
      knownSince,
      withoutGoLive: await countWithoutGoLive(foreground),
      ...computeSurvivalByGroup(rows, by, closed),
    };
  });

  route(app, getChurnByTenure, async ({ query: { closed } }) =>
    computeChurnByTenure((await lifetimes()).rows, closed),
  );

  route(app, getSurvivalCohorts, async () => {
    const knownSince = await findLossRecordsStart(foreground);
    return {
      rows:
        knownSince === null
          ? []
          : buildSurvivalCohorts(
              await countRetainedByCohort(
                foreground,
                knownSince,
                dayIn(env.BUSINESS_TIME_ZONE, clock()),
                cohortMonths,
              ),
            ),
    };
  });
}
