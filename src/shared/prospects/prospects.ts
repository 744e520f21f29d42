import { z } from 'zod';
import { endpoint, textSchema } from '#shared/core/endpoint.ts';
import { npiSchema } from './places.ts';

export const prospectSchema = z.strictObject({
  prospectId: z.int(),
  placeId: z.string().nullable(),
  name: z.string(),
  address: z.string(),
  businessType: z.string(),
  latitude: z.union([z.number(), z.string()]).nullable(),
  longitude: z.union([z.number(), z.string()]).nullable(),
  phone: z.string().nullable(),
  /** Average rating, 0–5. */
  rating: z.number().nullable(),
  totalRatings: z.int().nullable(),
  /** Reason why the prospect must not be contacted; `null` when it may be contacted. */
  doNotContact: z.string().nullable(),
  /** Source system; '{places provider}_places' for a discovered prospect. */
  source: z.string(),
  isNewFromPlaces: z.boolean(),
});
export type Prospect = z.output<typeof prospectSchema>;

export const getProspects = endpoint({
  method: 'GET',
  path: '/api/prospects',
  summary: 'All prospects that were not converted to customers',
  response: z.array(prospectSchema),
});

/** Place found by a search. It has no prospect id until it is selected. */
export const discoveredPlaceSchema = prospectSchema
  .omit({ prospectId: true, doNotContact: true })
  .extend({
    placeId: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    alreadyProspect: z.boolean(),
    /** Id of the customer at this place; `null` when it is not a customer. */
    customerId: z.int().nullable(),
    /** `true` when the coordinates are the center of the ZIP code. */
    isPlacedByZip: z.boolean(),
    /** `true` when another result seems to be the same practice. */
    isPossibleDuplicate: z.boolean(),
  });
export type DiscoveredPlace = z.output<typeof discoveredPlaceSchema>;

export const postPlaceSearch = endpoint({
  method: 'POST',
  path: '/api/prospects/search-places',
  summary: 'New practices in the places directory',
  body: z.strictObject({ query: textSchema.trim().min(2).max(200) }),
  response: z.strictObject({
    results: z.array(discoveredPlaceSchema),
    /** Message about the search, such as its limits or its failure; `null` without one. */
    notice: z.string().nullable(),
    /** Name that must be shown with the results; `null` without such a duty. */
    attribution: z.string().nullable(),
    /** `false` when a result is saved without its facts, so that the user has to enter a name. */
    isStorable: z.boolean(),
  }),
});

export const postProspect = endpoint({
  method: 'POST',
  path: '/api/prospects',
  summary: 'Save a discovered place as a prospect; saving it twice creates one prospect',
  body: z.strictObject({
    placeId: textSchema.min(1).max(300),
    /** Name that the user typed, for a place whose facts may not be stored. */
    name: textSchema.trim().min(1).max(300).optional(),
    /** NPPES record with the facts to save, for a place whose facts may not be stored. */
    npi: npiSchema.optional(),
  }),
  response: prospectSchema,
});
