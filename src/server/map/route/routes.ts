import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { readNewestSettings } from '#server/core/settings/desk-settings-queries.ts';
import { answerUnlessCrmDown } from '#server/institutions/optional-crm-answer.ts';
import { practiceListReader } from '#server/institutions/practice-list.ts';
import { onboardingListReader } from '#server/onboarding/list.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { prospectRowsReader } from '#server/prospects/list/rows.ts';
import { dayIn } from '#shared/core/dates.ts';
import { postRouteCandidates } from '#shared/map/route/candidates.ts';
import { routeSettingsSchema } from '#shared/map/route/settings.ts';
import {
  buildRouteCandidates,
  selectRouteCustomers,
  selectRouteProspects,
} from './candidate-rules.ts';
import { findLastDaysOfLeavingCustomers } from './queries.ts';

export function mapRouteRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, crm, env, log } = dependencies;
  const practices = practiceListReader(dependencies);
  const institutions = institutionListReader(dependencies);
  const onboarding = onboardingListReader(dependencies);
  const prospects = prospectRowsReader(dependencies);

  route(app, postRouteCandidates, async ({ body }) => {
    const today = dayIn(env.BUSINESS_TIME_ZONE, clock());
    const customers = selectRouteCustomers((await practices()).answer.practices, body);
    const ids = customers.customers.map(({ institutionId }) => institutionId);
    const { rows, rules } = (await institutions()).answer;
    const settings = await readNewestSettings(database.foreground, routeSettingsSchema);
    return {
      ...buildRouteCandidates(
        body,
        customers,
        selectRouteProspects((await prospects()).rows, body),
        {
          today,
          rules,
          institutions: new Map(rows.map((row) => [row.institutionId, row])),
          renewals: await answerUnlessCrmDown(log, () => crm.renewals(ids)),
          onboarding: new Map(
            (await onboarding()).answer.rows.map((row) => [row.institutionId, row]),
          ),
          lastDays: await findLastDaysOfLeavingCustomers(database.foreground, today),
        },
      ),
      settings: {
        detourFactor: settings.routeDetourFactor,
        milesPerHour: settings.routeMilesPerHour,
        visitMinutes: settings.routeVisitMinutes,
      },
    };
  });
}
