import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { isCrmStale } from '#server/core/providers/crm.ts';
import { sharedListRoute } from '#server/list/list-route.ts';
import {
  getBio,
  getInstitutionLocations,
  getPractices,
  postDealOwnerLookup,
} from '#shared/institutions/institutions.ts';
import { institutionNotFound } from './existence.ts';
import { practiceListReader } from './practice-list.ts';
import { findInstitutionWithLocations } from './queries.ts';

export function institutionsRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, crm, places, clock, env } = dependencies;

  sharedListRoute(app, getPractices, practiceListReader(dependencies));

  route(app, getInstitutionLocations, async ({ params }) => {
    const found = await findInstitutionWithLocations(database.foreground, params.id);
    if (found === undefined) throw institutionNotFound();
    return found;
  });

  route(app, getBio(env.PLACES_PROVIDER), ({ params }) => places.bio(params.id));

  route(app, postDealOwnerLookup(env.CRM_PROVIDER), async ({ body }) => {
    const [owners, asOf] = await Promise.all([
      crm.dealOwners([...new Set(body.institutionIds)]),
      crm.asOf(),
    ]);
    return {
      dealOwners: Object.fromEntries(owners),
      asOf: asOf?.toISOString() ?? null,
      stale: isCrmStale(crm, asOf, clock()),
    };
  });
}
