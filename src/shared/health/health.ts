import { z } from 'zod';
import { endpoint, inAddress, institutionParams } from '#shared/core/endpoint.ts';
import { byProduct, productKeySchema } from '#shared/core/products.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';
import { institutionFields } from '#shared/institutions/fields.ts';
import { scoreFactsFields } from '#shared/scoring/facts.ts';

/** One step that would lift the adoption score, cheapest first. */
export const improvementSchema = z.strictObject({
  product: productKeySchema,
  /** Extra uses (dollars for payments) in 28 days and on each open day. */
  extraPer28Days: z.number(),
  extraPerOpenDay: z.number(),
  productScoreAfter: z.number(),
  adoptionScoreAfter: z.number(),
  healthTierAfter: healthTierSchema,
});
export type Improvement = z.output<typeof improvementSchema>;

/** Products that together take the adoption score to Healthy, each raised by so much. */
const wayToHealthySchema = z.strictObject({
  steps: z.array(improvementSchema.pick({ product: true, extraPer28Days: true, extraPerOpenDay: true, productScoreAfter: true })),
  adoptionScoreAfter: z.number(),
});
export type WayToHealthy = z.output<typeof wayToHealthySchema>;

export const institutionHealthSchema = z.strictObject({
  ...institutionFields,
  ...scoreFactsFields,
  /** 28-day usage; dollars for payments. */
  featureUsage: byProduct(z.number()),
  previousFeatureUsage: byProduct(z.number()),
  /** Percent of benchmark, whole numbers up to 999; a product that could not be measured is left out. */
  featureScores: byProduct(z.number()),
  /** The tier of each of these scores, unrounded, by the rules of the week. */
  featureTiers: byProduct(healthTierSchema),
  /** Percent change of the 28-day usage; null where there was none before. */
  featureChanges: byProduct(z.number().nullable()),
  featureEntitlements: byProduct(z.boolean()),
  /** null where nobody knows: it was there all the time. */
  institutionCreatedAt: z.iso.date().nullable(),
  /** The day on which it left; null while it is a customer. */
  churnedOn: z.iso.date().nullable(),
  weekStartDate: z.iso.date(),
  weekEndDate: z.iso.date(),
  onlineBookingLink: z.string().nullable(),
  /** Percent of the entitled products that were used. */
  adoptionRate: z.number(),
  /** Locations whose feed reported in the week. */
  measuredLocations: z.int(),
  /** The last day on which any of its feeds has reported; null when none ever has. */
  lastReportOn: z.iso.date().nullable(),
  /** The time since go-live in words, such as '2 years, 3 months'; null where that is not known. */
  tenure: z.string().nullable(),
  practiceType: z.string().nullable(),
  whyItMoved: z.string().nullable(),
  improvements: z.array(improvementSchema),
  /** null for a customer that is Healthy or Unknown. */
  wayToHealthy: wayToHealthySchema.nullable(),
  /** The running week's score so far; never used for alerts. */
  provisional: z
    .strictObject({ adoptionScore: z.number().nullable(), healthTier: healthTierSchema, asOfDay: z.iso.date(), madeAt: z.iso.datetime() })
    .nullable(),
});
export type InstitutionHealth = z.output<typeof institutionHealthSchema>;

export const getHealthTrend = endpoint({
  method: 'GET',
  path: '/api/health-trends/institution/:id',
  summary: 'The official weeks of one institution, oldest first',
  params: institutionParams,
  query: z.object({ weeks: inAddress(z.int().min(1).max(104)).default(1) }),
  response: z.strictObject({ data: z.array(institutionHealthSchema) }),
});

/** `target` is what the product table prints from: the check marker, 'Combined', or the 28-day usage to reach. */
export const goalMetMarker = '✓';
export const combinedMarker = 'Combined';
export const featureTargetSchema = z.strictObject({
  target: z.union([z.literal(goalMetMarker), z.literal(combinedMarker), z.number()]),
  benchmark: z.number().nullable(),
  isPerLocation: z.boolean(),
});
export type FeatureTarget = z.output<typeof featureTargetSchema>;
export const featureTargetsSchema = z.strictObject({
  featureTargets: byProduct(featureTargetSchema),
  targetMultiplier: z.number(),
  /** Active locations, as in the health record. */
  locationCount: z.int(),
  /** Those of them whose feed reported: targets are for these. */
  measuredLocations: z.int(),
});
export type FeatureTargets = z.output<typeof featureTargetsSchema>;

export const getFeatureTargets = endpoint({
  method: 'GET',
  path: '/api/feature-targets/:id',
  summary: 'What each product of one institution should reach next',
  params: institutionParams,
  response: featureTargetsSchema,
});
