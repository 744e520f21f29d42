import { z } from 'zod';
import { endpoint, textSchema } from '#shared/core/endpoint.ts';

/** City or ZIP code to which the map can move. */
export const mapPlaceSchema = z.strictObject({
  /** Name such as 'Austin, TX' or '78701, Austin, TX'. */
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});
export type MapPlace = z.output<typeof mapPlaceSchema>;

export const placeLimits = { shortestQuery: 2, longestQuery: 60, results: 8 } as const;

export const getMapPlaces = endpoint({
  method: 'GET',
  path: '/api/map/places',
  summary: 'Cities and ZIP codes of the United States that start with the query, largest first',
  query: z.object({
    q: textSchema.trim().min(placeLimits.shortestQuery).max(placeLimits.longestQuery),
  }),
  response: z.strictObject({ places: z.array(mapPlaceSchema).max(placeLimits.results) }),
});
