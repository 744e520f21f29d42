import { z } from 'zod';
import { endpoint, institutionParamsSchema } from '#shared/core/endpoint.ts';
import { createByProductSchema, productKeySchema } from '#shared/core/products.ts';
import { healthTierSchema, peerGroupLevelSchema, sizeTierSchema } from '#shared/core/tiers.ts';
import { weeksBackSchema } from './weeks-back.ts';

/**
 * Length in weeks of each of the two periods whose usage is compared for a location: the last 28
 * days and the 28 days before.
 */
export const locationWindowWeeks = 4;

/**
 * Figures of a product in a week: 28-day usage, and the peers' quartiles scaled to the
 * institution's measured locations. A figure is `null` when unknown.
 */
export const productUsageWeekSchema = z.strictObject({
  weekStartDate: z.iso.date(),
  usage: z.number().nullable(),
  low: z.number().nullable(),
  median: z.number().nullable(),
  high: z.number().nullable(),
});

export type ProductUsageWeek = z.output<typeof productUsageWeekSchema>;

const productUsageSchema = z.strictObject({
  product: productKeySchema,
  /** `true` when the institution was entitled to the product in the last week. */
  entitled: z.boolean(),
  weeks: z.array(productUsageWeekSchema),
});
export type ProductUsage = z.output<typeof productUsageSchema>;

/**
 * Activity of a location. `active`: usage in the last 28 days. `quiet`: the feed reports, but usage
 * stopped after the previous 28 days. `unused`: the feed reports, and neither period has usage.
 * `silent`: the feed did not report in the week.
 */
export const locationActivities = ['quiet', 'silent', 'unused', 'active'] as const;
const locationActivitySchema = z.enum(locationActivities);
export type LocationActivity = z.output<typeof locationActivitySchema>;

const locationUsageSchema = z.strictObject({
  locationId: z.int(),
  locationName: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  activity: locationActivitySchema,
  /** Last day on which the feed reported; `null` when it has never reported. */
  lastReportOn: z.iso.date().nullable(),
  /** Saturday of the last week with usage; `null` when none of the last 26 weeks had usage. */
  lastUsedWeekEnd: z.iso.date().nullable(),
  /** 28-day usage by product. Products without usage in both periods are missing. */
  usage: createByProductSchema(z.number()),
  previousUsage: createByProductSchema(z.number()),
});
export type LocationUsage = z.output<typeof locationUsageSchema>;

export const getInstitutionUsage = endpoint({
  method: 'GET',
  path: '/api/institution/:id/usage',
  summary: 'Weekly usage of an institution compared with its peers, and usage of each location',
  params: institutionParamsSchema,
  query: z.object({ weeks: weeksBackSchema }),
  response: z.strictObject({
    /**
     * Saturday of the last official week with a score; `null` when the institution was never
     * scored. `products` and `locations` are then empty.
     */
    weekEndDate: z.iso.date().nullable(),
    products: z.array(productUsageSchema),
    locations: z.array(locationUsageSchema),
  }),
});

/**
 * Rank of an institution's usage of a product among its peers in the last official week. Usage is
 * per location when the product is compared per location.
 */
const peerPositionSchema = z.strictObject({
  product: productKeySchema,
  isPerLocation: z.boolean(),
  usage: z.number(),
  median: z.number(),
  low: z.number(),
  high: z.number(),
  /** Tier of the score by the rules of the week. */
  tier: healthTierSchema,
  peers: z.strictObject({
    level: peerGroupLevelSchema,
    sizeTier: sizeTierSchema.nullable(),
    practiceType: z.string().nullable(),
    institutions: z.int(),
    locations: z.int(),
    /**
     * `below`: number of peers with lower usage. `equal`: number of peers with the same usage,
     * including the institution itself if it is a peer.
     */
    below: z.int(),
    equal: z.int(),
  }),
});
export type PeerPosition = z.output<typeof peerPositionSchema>;

export const getInstitutionBenchmarks = endpoint({
  method: 'GET',
  path: '/api/institution/:id/benchmarks',
  summary: 'Usage of each product compared with the institution’s peers',
  params: institutionParamsSchema,
  response: z.strictObject({
    weekEndDate: z.iso.date().nullable(),
    inGrace: z.boolean(),
    standings: z.array(peerPositionSchema),
    /**
     * Entitled products that could not be measured because the feed is silent or there are too few
     * peers.
     */
    unmeasured: z.array(productKeySchema),
  }),
});
