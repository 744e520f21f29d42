import { z } from 'zod';
import { endpoint, idSchema } from '#shared/core/endpoint.ts';
import { healthTiers } from '#shared/core/tiers.ts';
import { maxRouteSelection } from '#shared/institutions/route-selection.ts';

/** Maximum number of candidates of one route. */
export const maxRouteCandidates = 500;
/** Radius in miles of a route around a place. */
export const routeAreaMiles = 30;

const latitudeSchema = z.number().min(-90).max(90);
const longitudeSchema = z.number().min(-180).max(180);
const pointSchema = z.strictObject({ latitude: latitudeSchema, longitude: longitudeSchema });

const reasonSchema = z.strictObject({ text: z.string(), points: z.int() });

/** Customer or prospect that a route can visit. A customer is visited at one of its locations. */
export const routeStopSchema = z.strictObject({
  /** 'c' with the id of the institution, or 'p' with the id of the prospect. */
  key: z.string(),
  name: z.string(),
  /** Address of the visited location; `null` when it is unknown. */
  address: z.string().nullable(),
  phone: z.string().nullable(),
  ...pointSchema.shape,
  /** `true` when the coordinates are the center of the ZIP code. */
  isPlacedByZip: z.boolean(),
  /** `null` for a prospect. */
  institutionId: z.int().nullable(),
  /** Key in the path of the prospect's page; `null` for a customer. */
  prospectKey: z.string().nullable(),
  /** Health tier of a customer; `null` for a prospect. */
  healthTier: z.enum(healthTiers).nullable(),
  /** Last day of a customer that has given notice; `null` for others. */
  leavesOn: z.iso.date().nullable(),
  /** Points that a visit is worth: the sum of the points of the reasons. */
  value: z.int(),
  reasons: z.array(reasonSchema),
});
export type RouteStop = z.output<typeof routeStopSchema>;

const omittedStopSchema = z.strictObject({
  key: z.string(),
  name: z.string(),
  /** Address to visit without directions; `null` when it is unknown. */
  address: z.string().nullable(),
  reason: z.string(),
});
export type OmittedRouteStop = z.output<typeof omittedStopSchema>;

export const postRouteCandidates = endpoint({
  method: 'POST',
  path: '/api/map/route/candidates',
  summary:
    'Customers and prospects that a route can visit, with the worth of each visit. Changes nothing',
  body: z.strictObject({
    institutionIds: z.array(idSchema).max(maxRouteSelection),
    prospectIds: z.array(idSchema).max(maxRouteSelection),
    /** Place around which customers and prospects are suggested; `null` for none. */
    around: pointSchema.nullable(),
    /** Area in which customers and prospects are suggested; `null` for none. */
    area: z
      .strictObject({
        west: longitudeSchema,
        south: latitudeSchema,
        east: longitudeSchema,
        north: latitudeSchema,
      })
      .nullable(),
    /**
     * Start of the route. A customer with several locations is visited at the nearest one; without
     * a start, at the one nearest to the other stops.
     */
    start: pointSchema.nullable(),
  }),
  response: z.strictObject({
    /** Candidates, most valuable first. */
    stops: z.array(routeStopSchema).max(maxRouteCandidates),
    /** Number of candidates that were found. It can exceed the maximum. */
    found: z.int(),
    /** Requested customers and prospects that are no candidates. */
    omitted: z.array(omittedStopSchema),
    settings: z.strictObject({
      detourFactor: z.number(),
      milesPerHour: z.number(),
      visitMinutes: z.number(),
    }),
  }),
});
export type RouteCandidateRequest = z.output<typeof postRouteCandidates.body>;
export type RouteCandidateAnswer = z.output<typeof postRouteCandidates.response>;
