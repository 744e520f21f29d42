import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { getProspects, postPlaceSearch, postProspect } from '#shared/prospects/prospects.ts';
import { findAllProspects, findKnownPlaces, saveProspect } from './queries.ts';

export function prospectsRoutes(
  app: FastifyInstance,
  { database, places, clock, env }: Dependencies,
): void {
  const source = `${env.PLACES_PROVIDER}_places`;

  route(app, getProspects, async () =>
    (await findAllProspects(database.foreground)).map((prospect) => ({
      ...prospect,
      isNewFromPlaces: false,
    })),
  );

  route(app, postPlaceSearch, async ({ body }) => {
    const found = await places.searchText(body.query);
    if (found.length === 0) return { results: [], notice: null };
    const known = await findKnownPlaces(database.foreground, found);
    return {
      results: found.map((place) => ({
        ...place,
        source,
        isNewFromPlaces: true,
        alreadyProspect: known.prospects.has(place.placeId),
        customerId: known.customers.get(place.placeId) ?? null,
      })),
      notice: null,
    };
  });

  route(app, postProspect, async ({ body }) => {
    const place = await places.place(body.placeId);
    if (place === null) throw notFound('This place');
    return {
      ...(await saveProspect(database.foreground, place, source, clock())),
      isNewFromPlaces: false,
    };
  });
}
