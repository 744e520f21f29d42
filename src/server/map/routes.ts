import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { listRoute } from '#server/list/list-route.ts';
import { getMapMarks } from '#shared/map/marks.ts';
import { getMapPlaces } from '#shared/map/places.ts';
import { createMapMarksReader } from './marks.ts';
import { findCitiesAndZips } from './places.ts';

export function mapRoutes(app: FastifyInstance, { database, clock }: Dependencies): void {
  listRoute(app, getMapMarks, createMapMarksReader(database.foreground, clock));
  route(app, getMapPlaces, async ({ query }) => ({ places: findCitiesAndZips(query.q) }));
}
