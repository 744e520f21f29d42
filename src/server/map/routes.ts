import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { sharedListRoute } from '#server/list/list-route.ts';
import { getMapMarks } from '#shared/map/marks.ts';
import { getCitiesAndZips } from '#shared/map/places.ts';
import { createMapMarksReader } from './marks.ts';
import { findCitiesAndZips } from './places.ts';

export function mapRoutes(app: FastifyInstance, { database, clock }: Dependencies): void {
  sharedListRoute(app, getMapMarks, createMapMarksReader(database.foreground, clock));
  route(app, getCitiesAndZips, async ({ query }) => ({ places: findCitiesAndZips(query.q) }));
}
