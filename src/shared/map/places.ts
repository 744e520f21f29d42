import { z } from 'zod';
import { endpoint, textSchema } from '#shared/core/endpoint.ts';

/** City or ZIP code to which the map can move. */
export const cityOrZipSchema = z.strictObject({
  /** Name such as 'Austin, TX' or '78701, Austin, TX'. */
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});
export type CityOrZip = z.output<typeof cityOrZipSchema>;

export const placeSearchLimits = { shortestQuery: 2, longestQuery: 60, results: 8 } as const;

export const getCitiesAndZips = endpoint({
  method: 'GET',
  path: '/api/map/places',
  summary: 'Cities and ZIP codes of the United States that start with the query, largest first',
  query: z.object({
    q: textSchema.trim().min(placeSearchLimits.shortestQuery).max(placeSearchLimits.longestQuery),
  }),
  response: z.strictObject({ places: z.array(cityOrZipSchema).max(placeSearchLimits.results) }),
});
