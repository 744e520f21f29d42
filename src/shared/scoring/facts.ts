import { z } from 'zod';
import { healthTierSchema, sizeTierSchema, tierChangeDirectionSchema } from '#shared/core/tiers.ts';

/** Parts of a score change by input, in points; they add up to the change. */
export const scoreChangePartsSchema = z.strictObject({
  usage: z.number(),
  peers: z.number(),
  entitlements: z.number(),
  locations: z.number(),
});
export type ScoreChangeParts = z.output<typeof scoreChangePartsSchema>;

/**
 * Score fields of an institution for an official week, shared by all records and lists that show a
 * score.
 */
export const institutionScoreFieldSchemas = {
  sizeTier: sizeTierSchema,
  /** Number of active locations. */
  locationCount: z.int(),
  /** Percent of the benchmark, unrounded; `null` when too little could be measured. */
  adoptionScore: z.number().nullable(),
  healthTier: healthTierSchema,
  previousScore: z.number().nullable(),
  previousHealthTier: healthTierSchema.nullable(),
  /** Change in points. */
  scoreChange: z.number().nullable(),
  percentChange: z.number().nullable(),
  tierChange: tierChangeDirectionSchema,
  /** `null` in the first scored week. */
  scoreChangeParts: scoreChangePartsSchema.nullable(),
  inGrace: z.boolean(),
  atRisk: z.boolean(),
  hasZeroUsage: z.boolean(),
  consecutiveWeeksAtRisk: z.int(),
  consecutiveWeeksDeclining: z.int(),
  consecutiveWeeksImproving: z.int(),
  /** Measurable share of the entitled weight, 0–1. */
  coverage: z.number(),
  entitledFeatures: z.int(),
  activeFeatures: z.int(),
};

const scoreFactsSchema = z.strictObject(institutionScoreFieldSchemas);
export type InstitutionScore = z.output<typeof scoreFactsSchema>;
