import { z } from 'zod';
import { endpoint, institutionParams } from '#shared/core/endpoint.ts';
import { byProduct, productKeySchema } from '#shared/core/products.ts';
import { healthTierSchema, peerLevelSchema, sizeTierSchema } from '#shared/core/tiers.ts';
import { weeksBackSchema } from './weeks-back.ts';

/** Weeks of the two windows that a location's use is compared by: the last 28 days and the 28 before. */
export const locationWindowWeeks = 4;

/** A product's week: 28-day usage, and the peers' quartiles for an institution with as many measured locations; nulls where unknown. */
export const usageWeekSchema = z.strictObject({
  weekStartDate: z.iso.date(),
  usage: z.number().nullable(),
  low: z.number().nullable(),
  median: z.number().nullable(),
  high: z.number().nullable(),
});

export type UsageWeek = z.output<typeof usageWeekSchema>;

const productUsageSchema = z.strictObject({
  product: productKeySchema,
  /** Whether it may use the product in the last of the weeks. */
  entitled: z.boolean(),
  weeks: z.array(usageWeekSchema),
});
export type ProductUsage = z.output<typeof productUsageSchema>;

/**
 * active: something was used in the last 28 days. quiet: its feed reports, something was used in the 28 days before and nothing
 * since. unused: its feed reports, and nothing was used in either. silent: its feed did not report in the week.
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
  /** null when its feed has never reported. */
  lastReportOn: z.iso.date().nullable(),
  /** The Saturday of the last week with any use, of the last 26; null when there was none. */
  lastUsedWeekEnd: z.iso.date().nullable(),
  /** 28-day usage; a product without any in both windows is left out. */
  usage: byProduct(z.number()),
  previousUsage: byProduct(z.number()),
});
export type LocationUsage = z.output<typeof locationUsageSchema>;

export const getInstitutionUsage = endpoint({
  method: 'GET',
  path: '/api/institution/:id/usage',
  summary: 'What an institution used week by week beside its peers, and what each of its locations used',
  params: institutionParams,
  query: z.object({ weeks: weeksBackSchema }),
  response: z.strictObject({
    /** The Saturday of the last official week in which it was scored; null when there is none, and all is empty. */
    weekEndDate: z.iso.date().nullable(),
    products: z.array(productUsageSchema),
    locations: z.array(locationUsageSchema),
  }),
});

/** A product beside its peers in the last official week; per location where the product is compared so. */
const standingSchema = z.strictObject({
  product: productKeySchema,
  isPerLocation: z.boolean(),
  usage: z.number(),
  median: z.number(),
  low: z.number(),
  high: z.number(),
  /** The tier of its score, by the rules of the week. */
  tier: healthTierSchema,
  peers: z.strictObject({
    level: peerLevelSchema,
    sizeTier: sizeTierSchema.nullable(),
    practiceType: z.string().nullable(),
    institutions: z.int(),
    locations: z.int(),
    /** Of the institutions: those that use it less, and those that use it just as much, itself included where it is one of them. */
    below: z.int(),
    equal: z.int(),
  }),
});
export type Standing = z.output<typeof standingSchema>;

export const getInstitutionBenchmarks = endpoint({
  method: 'GET',
  path: '/api/institution/:id/benchmarks',
  summary: 'Where an institution stands among its peers, product by product',
  params: institutionParams,
  response: z.strictObject({
    weekEndDate: z.iso.date().nullable(),
    inGrace: z.boolean(),
    standings: z.array(standingSchema),
    /** Products it may use that could not be measured: a silent feed, or too few peers. */
    unmeasured: z.array(productKeySchema),
  }),
});
