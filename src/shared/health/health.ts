import { z } from 'zod';
import {
  createUrlIntegerSchema,
  endpoint,
  institutionParamsSchema,
} from '#shared/core/endpoint.ts';
import { createByProductSchema, productKeySchema } from '#shared/core/products.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';
import { institutionFieldSchemas } from '#shared/institutions/fields.ts';
import { institutionScoreFieldSchemas } from '#shared/scoring/facts.ts';

/**
 * Single step that would raise the adoption score. Lists are sorted by effort, least effort first.
 */
export const improvementSchema = z.strictObject({
  product: productKeySchema,
  /**
   * Extra uses in 28 days, or dollars for payments. `extraPerOpenDay` is the same figure per open
   * day.
   */
  extraPer28Days: z.number(),
  extraPerOpenDay: z.number(),
  productScoreAfter: z.number(),
  adoptionScoreAfter: z.number(),
  healthTierAfter: healthTierSchema,
});
export type Improvement = z.output<typeof improvementSchema>;

/**
 * Plan that brings the adoption score to Healthy: the products to raise, with the extra usage for
 * each.
 */
const wayToHealthySchema = z.strictObject({
  steps: z.array(
    improvementSchema.pick({
      product: true,
      extraPer28Days: true,
      extraPerOpenDay: true,
      productScoreAfter: true,
    }),
  ),
  adoptionScoreAfter: z.number(),
});
export type WayToHealthy = z.output<typeof wayToHealthySchema>;

export const institutionHealthSchema = z.strictObject({
  ...institutionFieldSchemas,
  ...institutionScoreFieldSchemas,
  /** 28-day usage; dollars for payments. */
  featureUsage: createByProductSchema(z.number()),
  /** Usage in the 28 days before those of `featureUsage`; dollars for payments. */
  previousFeatureUsage: createByProductSchema(z.number()),
  /**
   * Product scores in percent of benchmark, as whole numbers up to 999. Products that could not be
   * measured are missing.
   */
  featureScores: createByProductSchema(z.number()),
  /** Tier of each product's unrounded score, by the week's rules. */
  featureTiers: createByProductSchema(healthTierSchema),
  /**
   * Change of each product's usage from the 28 days before in percent; `null` when the earlier usage
   * is 0 or unknown.
   */
  featureChanges: createByProductSchema(z.number().nullable()),
  featureEntitlements: createByProductSchema(z.boolean()),
  /**
   * Date on which the institution became a customer; `null` when unknown. The institution is then
   * treated as an existing customer in all weeks.
   */
  institutionCreatedAt: z.iso.date().nullable(),
  /** First day after the institution left; `null` while it is a customer. */
  churnedOn: z.iso.date().nullable(),
  weekStartDate: z.iso.date(),
  weekEndDate: z.iso.date(),
  onlineBookingLink: z.string().nullable(),
  /** Percent of entitled products that were used. */
  adoptionRate: z.number(),
  /** Number of locations whose feed reported in the week. */
  measuredLocations: z.int(),
  /**
   * Last day on which any feed of the institution reported; `null` when no feed has ever reported.
   */
  lastReportOn: z.iso.date().nullable(),
  /** Time since go-live: '2 years, 3 months'; `null` when unknown. */
  tenure: z.string().nullable(),
  practiceType: z.string().nullable(),
  whyItMoved: z.string().nullable(),
  improvements: z.array(improvementSchema),
  /** `null` for a Healthy or Unknown customer. */
  wayToHealthy: wayToHealthySchema.nullable(),
  /** Provisional score of the current week. It is never used for alerts. */
  provisional: z
    .strictObject({
      adoptionScore: z.number().nullable(),
      healthTier: healthTierSchema,
      asOfDay: z.iso.date(),
      madeAt: z.iso.datetime(),
    })
    .nullable(),
});
export type InstitutionHealth = z.output<typeof institutionHealthSchema>;

export const getHealthTrend = endpoint({
  method: 'GET',
  path: '/api/health-trends/institution/:id',
  summary: 'The official weeks of one institution, oldest first',
  params: institutionParamsSchema,
  query: z.object({ weeks: createUrlIntegerSchema(z.int().min(1).max(104)).default(1) }),
  response: z.strictObject({ data: z.array(institutionHealthSchema) }),
});

/**
 * Value of `target` when the goal is met. Other values are `combinedTargetMarker` and the 28-day usage to
 * reach.
 */
export const goalMetMarker = '✓';
export const combinedTargetMarker = 'Combined';
export const featureTargetSchema = z.strictObject({
  target: z.union([z.literal(goalMetMarker), z.literal(combinedTargetMarker), z.number()]),
  benchmark: z.number().nullable(),
  isPerLocation: z.boolean(),
});
export type FeatureTarget = z.output<typeof featureTargetSchema>;
export const featureTargetsSchema = z.strictObject({
  featureTargets: createByProductSchema(featureTargetSchema),
  targetMultiplier: z.number(),
  /** Active locations, as in the health record. */
  locationCount: z.int(),
  /** Number of active locations whose feed reported. Targets apply to these locations. */
  measuredLocations: z.int(),
});
export type FeatureTargets = z.output<typeof featureTargetsSchema>;

export const getFeatureTargets = endpoint({
  method: 'GET',
  path: '/api/feature-targets/:id',
  summary: 'Usage targets of one institution’s products',
  params: institutionParamsSchema,
  response: featureTargetsSchema,
});
