import { z } from 'zod';
import { endpoint, textSchema } from '#shared/core/endpoint.ts';

export const prospectSchema = z.strictObject({
  prospectId: z.int(),
  placeId: z.string().nullable(),
  name: z.string(),
  address: z.string(),
  businessType: z.string(),
  latitude: z.union([z.number(), z.string()]).nullable(),
  longitude: z.union([z.number(), z.string()]).nullable(),
  phone: z.string().nullable(),
  /** Out of 5. */
  rating: z.number().nullable(),
  totalRatings: z.int().nullable(),
  /** '{places provider}_places' for one that was discovered. */
  source: z.string(),
  isNewFromPlaces: z.boolean(),
});
export type Prospect = z.output<typeof prospectSchema>;

export const getProspects = endpoint({
  method: 'GET',
  path: '/api/prospects',
  summary: 'Every prospect',
  response: z.array(prospectSchema),
});

/** A place that a search found; it has no prospect id until someone picks it. */
export const discoveredPlaceSchema = prospectSchema.omit({ prospectId: true }).extend({
  placeId: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  alreadyProspect: z.boolean(),
  /** The institution whose place it is, when it is a customer's. */
  customerId: z.int().nullable(),
});
export type DiscoveredPlace = z.output<typeof discoveredPlaceSchema>;

export const searchPlaces = endpoint({
  method: 'POST',
  path: '/api/prospects/search-places',
  summary: 'New practices in the places directory',
  body: z.strictObject({ query: textSchema.trim().min(2).max(200) }),
  response: z.strictObject({ results: z.array(discoveredPlaceSchema), notice: z.string().nullable() }),
});

export const addProspect = endpoint({
  method: 'POST',
  path: '/api/prospects',
  summary: 'Keep a discovered place as a prospect; the same place twice is one prospect',
  body: z.strictObject({ placeId: textSchema.min(1).max(300) }),
  response: prospectSchema,
});
