import type { FastifyInstance } from 'fastify';
import { route } from '#server/core/http/route.ts';
import { getMapPlaces } from '#shared/map/places.ts';
import { placesFor } from './places.ts';

export function mapRoutes(app: FastifyInstance): void {
  route(app, getMapPlaces, async ({ query }) => ({ places: placesFor(query.q) }));
}
