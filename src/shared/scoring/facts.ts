import { z } from 'zod';
import { healthTierSchema, sizeTierSchema, tierChangeSchema } from '#shared/core/tiers.ts';

/** The four inputs of a score whose parts sum to its change, in points. */
export const scoreChangePartsSchema = z.strictObject({
  usage: z.number(),
  peers: z.number(),
  entitlements: z.number(),
  locations: z.number(),
});
export type ScoreChangeParts = z.output<typeof scoreChangePartsSchema>;

/** What an official week says of an institution. Every record and list that shows a score carries these fields. */
export const scoreFactsFields = {
  sizeTier: sizeTierSchema,
  /** Active locations. */
  locationCount: z.int(),
  /** Percent of benchmark, unrounded; null where too little could be measured. */
  adoptionScore: z.number().nullable(),
  healthTier: healthTierSchema,
  previousScore: z.number().nullable(),
  previousHealthTier: healthTierSchema.nullable(),
  /** In points. */
  scoreChange: z.number().nullable(),
  percentChange: z.number().nullable(),
  tierChange: tierChangeSchema,
  /** null in the first scored week. */
  scoreChangeParts: scoreChangePartsSchema.nullable(),
  inGrace: z.boolean(),
  atRisk: z.boolean(),
  hasZeroUsage: z.boolean(),
  consecutiveWeeksAtRisk: z.int(),
  consecutiveWeeksDeclining: z.int(),
  consecutiveWeeksImproving: z.int(),
  /** Share of the entitled weight that was measurable, 0 to 1. */
  coverage: z.number(),
  entitledFeatures: z.int(),
  activeFeatures: z.int(),
};

const scoreFactsSchema = z.strictObject(scoreFactsFields);
export type ScoreFacts = z.output<typeof scoreFactsSchema>;
